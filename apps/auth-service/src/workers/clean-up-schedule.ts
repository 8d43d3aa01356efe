import { watchWorker, type EventLogger } from '@haru/events';
import { Queue, Worker } from 'bullmq';
import type { CleanUp } from './clean-up.js';

/** WARNING: renaming it strands what waits there. */
export const CLEAN_UP_QUEUE = 'auth-clean-up';
const JOB = 'cleanUp';

export interface CleanUpScheduleOptions {
  redisUrl: string;
  everySeconds: number;
  logger: EventLogger;
}

/**
 * Runs the clean-up once per interval, whichever replica's tick comes first: the job's id is made from the time of
 * the interval, so the others add nothing.
 */
export class CleanUpSchedule {
  private queue: Queue | undefined;
  private worker: Worker | undefined;
  private timer: NodeJS.Timeout | undefined;
  private unwatch: (() => void) | undefined;
  private readonly inHand = new Set<Promise<void>>();

  constructor(
    private readonly cleanUp: CleanUp,
    private readonly options: CleanUpScheduleOptions,
  ) {}

  async start(): Promise<void> {
    const { redisUrl, everySeconds, logger } = this.options;
    const report = (error: Error) => logger.warn({ err: error }, 'the clean-up queue reports an error');
    const connection = { url: redisUrl, maxRetriesPerRequest: null };
    this.queue = new Queue(CLEAN_UP_QUEUE, { connection });
    this.queue.on('error', report);
    this.worker = new Worker(CLEAN_UP_QUEUE, () => this.take(), {
      connection,
      concurrency: 1,
      drainDelay: 2,
      runRetryDelay: 1_000,
    });
    this.worker.on('error', report);
    this.worker.on('failed', (_job, error) => report(error));
    await this.worker.waitUntilReady();
    this.unwatch = watchWorker(this.worker);
    await this.tick();
    this.timer = setInterval(() => void this.tick().catch(report), everySeconds * 1000);
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.unwatch?.();
    const { worker, queue } = this;
    if (!worker || !queue) return;
    await worker.pause(true);
    await Promise.allSettled(this.inHand);
    const backend = worker.getBackend();
    const clients = await Promise.all([backend.client, backend.blockingClient]);
    // In good order it waits for Redis, and for one that is away it would wait for ever.
    await worker.close(clients.some((client) => client?.status !== 'ready'));
    await queue.close();
  }

  private async tick(): Promise<void> {
    const { everySeconds } = this.options;
    await this.queue?.add(
      JOB,
      {},
      {
        jobId: `clean-up-${Math.floor(Date.now() / (everySeconds * 1000))}`,
        attempts: 5,
        backoff: { type: 'exponential', delay: 1_000 },
        // Kept for longer than the interval: a removed job could be added again within it.
        removeOnComplete: { age: Math.max(86_400, 2 * everySeconds), count: 1_000 },
        removeOnFail: false,
      },
    );
  }

  private take(): Promise<void> {
    const running = this.cleanUp
      .run()
      .then((done) => this.options.logger.debug({ ...done }, 'cleaned up'))
      .finally(() => this.inHand.delete(running));
    this.inHand.add(running);
    return running;
  }
}
