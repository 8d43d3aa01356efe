import { closeQueue, JobsInHand, watchWorker, type EventLogger } from '@haru/events';
import { Queue, Worker } from 'bullmq';

/** WARNING: renaming it strands what waits there. */
export const CLEAN_UP_QUEUE = 'auth-clean-up';

export interface ScheduledJob {
  everySeconds: number;
  /** Done twice at once it does nothing twice. Answers what it did. */
  run: () => Promise<object>;
}

export interface CleanUpScheduleOptions {
  /** By name. */
  jobs: Readonly<Record<string, ScheduledJob>>;
  redisUrl: string;
  logger: EventLogger;
}

/**
 * Runs each job once per interval, whichever replica's tick comes first: the job's id is made from the time of the
 * interval, so the others add nothing.
 */
export class CleanUpSchedule {
  private queue: Queue | undefined;
  private worker: Worker | undefined;
  private timers: NodeJS.Timeout[] = [];
  private unwatch: (() => void) | undefined;
  private readonly inHand = new JobsInHand();

  constructor(private readonly options: CleanUpScheduleOptions) {}

  async start(): Promise<void> {
    const { jobs, redisUrl, logger } = this.options;
    const report = (error: Error) => logger.warn({ err: error }, 'the clean-up queue reports an error');
    const connection = { url: redisUrl, maxRetriesPerRequest: null };
    this.queue = new Queue(CLEAN_UP_QUEUE, { connection });
    this.queue.on('error', report);
    this.worker = new Worker(CLEAN_UP_QUEUE, (job) => this.take(job.name), {
      connection,
      // A long one keeps no other waiting.
      concurrency: Object.keys(jobs).length,
      drainDelay: 2,
      runRetryDelay: 1_000,
    });
    this.worker.on('error', report);
    this.worker.on('failed', (_job, error) => report(error));
    await this.worker.waitUntilReady();
    this.unwatch = watchWorker(this.worker);
    for (const [name, { everySeconds }] of Object.entries(jobs)) {
      await this.tick(name, everySeconds);
      this.timers.push(setInterval(() => void this.tick(name, everySeconds).catch(report), everySeconds * 1000));
    }
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.unwatch?.();
    if (this.worker) await this.inHand.finish(this.worker);
    if (this.queue) await closeQueue(this.queue);
  }

  private async tick(name: string, everySeconds: number): Promise<void> {
    await this.queue?.add(
      name,
      {},
      {
        jobId: `${name}-${Math.floor(Date.now() / (everySeconds * 1000))}`,
        attempts: 5,
        backoff: { type: 'exponential', delay: 1_000 },
        // Kept for longer than the interval: a removed job could be added again within it.
        removeOnComplete: { age: Math.max(86_400, 2 * everySeconds), count: 1_000 },
        removeOnFail: false,
      },
    );
  }

  private take(name: string): Promise<void> {
    const job = this.options.jobs[name];
    if (!job) return Promise.reject(new Error(`no job of the clean-up is called ${name}`));
    return this.inHand.add(job.run().then((done) => this.options.logger.debug({ ...done, job: name }, 'cleaned up')));
  }
}
