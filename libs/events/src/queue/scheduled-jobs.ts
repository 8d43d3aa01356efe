import { hash } from 'node:crypto';
import { Interval } from '@nestjs/schedule';
import { Queue, Worker } from 'bullmq';
import { closeQueue, InFlightJobs } from './closing.js';
import type { EventLogger } from '../event-logger.js';
import { watchWorker } from './queue-health.js';
import { askingConnection, redisErrorLog, workerOptions } from './redis.js';
import type { PlannedJob } from './scheduled-job.js';

/** Every replica checks the clock at this interval, in milliseconds. It is the shortest period of a job. */
const TICK_MS = 1_000;

interface ScheduledJobsOptions {
  /** It is one of the contracts' `scheduleQueues`. */
  queue: string;
  /** They are read at the start. */
  jobs: readonly PlannedJob[];
  redisUrl: string;
  logger: EventLogger;
  /** If a process dies, another takes its run after about this long, in milliseconds; 15 s when left out. */
  lockMs?: number;
  /** It returns milliseconds since the Unix epoch. */
  clock?: () => number;
}

/**
 * Runs each job once per period, however many replicas there are. Every replica ticks and adds the period's job; its id
 * is made of the job's name and the period's number, so BullMQ keeps one of them, and none while a run of that name is
 * waiting or active. Each name has a place of its own in the worker, so a long run delays no other job.
 */
export class ScheduledJobs {
  private jobs: ReadonlyMap<string, PlannedJob> = new Map();
  private readonly queue: Queue<object, void, string>;
  private worker: Worker<object, void, string> | undefined;
  private unwatch: (() => void) | undefined;
  /** This is the last added period of each job. */
  private readonly added = new Map<string, number>();
  private isFailing = false;
  private readonly running = new InFlightJobs();
  private readonly stop = new AbortController();

  constructor(private readonly options: ScheduledJobsOptions) {
    const { queue, redisUrl, logger } = options;
    this.queue = new Queue(queue, { connection: askingConnection(redisUrl) });
    this.queue.on('error', redisErrorLog(logger, `queue ${queue}`));
  }

  /** Waits until Redis is available. */
  async start(): Promise<void> {
    const { queue, redisUrl, logger, lockMs = 15_000 } = this.options;
    this.jobs = new Map(this.options.jobs.map((job) => [job.name, job]));
    const worker = new Worker<object, void, string>(queue, (job, _token, lost) => this.run(job.name, lost), {
      ...workerOptions(redisUrl, lockMs),
      concurrency: Math.max(1, this.jobs.size),
    });
    worker.on('error', redisErrorLog(logger, `worker of queue ${queue}`));
    worker.on('failed', (job, error) => logger.error({ err: error, job: job?.name }, 'a scheduled job failed'));
    // Another process may have this run by now.
    worker.on('lockRenewalFailed', (jobIds) => jobIds.forEach((id) => worker.cancelJob(id)));
    this.worker = worker;
    await Promise.all([worker.waitUntilReady(), this.queue.waitUntilReady()]);
    this.unwatch = watchWorker(worker, redisUrl);
    await this.tick();
  }

  /** Takes no more jobs, asks the running ones to stop and waits for them. */
  async close(): Promise<void> {
    this.stop.abort();
    this.unwatch?.();
    if (this.worker) await this.running.finish(this.worker);
    await closeQueue(this.queue);
  }

  /** Adds the jobs whose period has begun. If adding fails, the next tick tries again. */
  @Interval(TICK_MS)
  async tick(): Promise<void> {
    if (this.unwatch === undefined || this.stop.signal.aborted) return;
    const { logger, clock = Date.now } = this.options;
    for (const [name, { everyMs }] of this.jobs) {
      // All replicas count the periods from the Unix epoch, each job with an offset of its own.
      const period = Math.floor((clock() + offsetOf(name, everyMs)) / everyMs);
      if (this.added.get(name) === period) continue;
      this.added.set(name, period);
      try {
        await this.add(name, period);
        this.isFailing = false;
      } catch (error) {
        this.added.delete(name);
        if (!this.isFailing)
          logger.warn({ err: error, job: name }, 'scheduled jobs cannot be added, trying every second');
        this.isFailing = true;
      }
    }
  }

  private async add(name: string, period: number): Promise<void> {
    const longestMs = Math.max(...[...this.jobs.values()].map(({ everyMs }) => everyMs));
    await this.queue.add(
      name,
      {},
      {
        jobId: `${name}-${period}`,
        deduplication: { id: name },
        attempts: 5,
        backoff: { type: 'exponential', delay: 1_000 },
        // Completed jobs are stored for longer than any period: a removed job could be added again within its own.
        removeOnComplete: { age: Math.ceil((2 * longestMs) / 1_000) },
        removeOnFail: { count: 500 },
      },
    );
  }

  private run(name: string, lost: AbortSignal | undefined): Promise<void> {
    const { logger } = this.options;
    const job = this.jobs.get(name);
    if (!job) return Promise.reject(new Error(`there is no scheduled job ${name} in this version`));
    const started = performance.now();
    const stop = AbortSignal.any([
      this.stop.signal,
      AbortSignal.timeout(job.sliceMs),
      ...(lost === undefined ? [] : [lost]),
    ]);
    const run = job.run(stop).then((done) => {
      logger.debug({ ...done, job: name, ms: Math.round(performance.now() - started) }, 'a scheduled job is done');
    });
    return this.running.add(run);
  }
}

/** Spreads the jobs' starts, so that not all hourly ones begin at the same time. */
function offsetOf(name: string, everyMs: number): number {
  return hash('md5', name, 'buffer').readUInt32BE() % everyMs;
}
