import { closeQueue, JobsInHand, waitingConnection, watchWorker } from '@haru/events';
import type { Logger } from '@haru/service-runtime';
import { Queue, Worker } from 'bullmq';
import type { KeepHouse } from './keep-house.js';

/** WARNING: renaming it strands what waits there. */
const QUEUE = 'sites-housekeeping';

/** How often each job comes unless told otherwise, in milliseconds. */
export const housekeeping = {
  sweepSites: 15_000,
  purge: 60 * 60_000,
  reconcile: 10 * 60_000,
} as const satisfies Partial<Record<keyof KeepHouse, number>>;
export type HousekeepingJob = keyof typeof housekeeping;

/** After this long an emptied Redis has its schedule again. */
const SET_AGAIN_MS = 15_000;

const jobNames = Object.keys(housekeeping) as HousekeepingJob[];

/**
 * Runs the housekeeping by the clock. Every worker replica sets the same schedule and BullMQ keeps one of each name, so
 * one job comes per tick, and one replica does it.
 */
export class Schedule {
  private readonly queue: Queue<object, void, string>;
  private worker: Worker<object, void, string> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private unwatch: (() => void) | undefined;
  private readonly inHand = new JobsInHand();
  private readonly stop = new AbortController();

  constructor(
    private readonly house: KeepHouse,
    private readonly redisUrl: string,
    private readonly logger: Logger,
    /** How often each job comes here, in milliseconds. */
    private readonly every: Record<HousekeepingJob, number> = housekeeping,
    private readonly setAgainMs = SET_AGAIN_MS,
  ) {
    this.queue = new Queue(QUEUE, { connection: waitingConnection(redisUrl) });
    this.queue.on('error', (error) => logger.warn({ err: error }, 'the housekeeping queue reports an error'));
  }

  async start(): Promise<void> {
    const worker = new Worker<object, void, string>(QUEUE, (job) => this.take(job.name), {
      connection: waitingConnection(this.redisUrl),
      lockDuration: 60_000,
      maxStalledCount: 10,
      drainDelay: 2,
      runRetryDelay: 1_000,
    });
    worker.on('error', (error) => this.logger.warn({ err: error }, 'the housekeeping worker reports an error'));
    worker.on('failed', (job, error) => this.logger.error({ err: error, job: job?.name }, 'housekeeping failed'));
    this.worker = worker;
    await worker.waitUntilReady();
    this.unwatch = watchWorker(worker, this.redisUrl);
    await this.set();
    this.timer = setInterval(() => this.setAgain(), this.setAgainMs);
  }

  /** Takes no more jobs and ends the one in hand at its next step. */
  async close(): Promise<void> {
    clearInterval(this.timer);
    this.stop.abort();
    this.unwatch?.();
    if (this.worker) await this.inHand.finish(this.worker);
    await closeQueue(this.queue);
  }

  /** Sets what is not set. */
  private async set(): Promise<void> {
    for (const name of jobNames) {
      const present = await this.queue.getJobScheduler(name);
      if (Number(present?.every) === this.every[name]) continue;
      // The next tick does a failed one's work, so there is no second try before it.
      const opts = { removeOnComplete: { count: 50 }, removeOnFail: { count: 500 } };
      await this.queue.upsertJobScheduler(name, { every: this.every[name] }, { name, data: {}, opts });
    }
  }

  /** Redis keeps the schedule, and may have been emptied. */
  private setAgain(): void {
    this.set().catch((error: unknown) => this.logger.warn({ err: error }, 'the schedule could not be looked at'));
  }

  private take(name: string): Promise<void> {
    const job = jobNames.find((each) => each === name);
    if (!job) return Promise.reject(new Error(`no housekeeping is called ${name}`));
    return this.inHand.add(this.house[job](new Date(), this.stop.signal));
  }
}
