import { type EventContract, eventQueueName, type ServiceName } from '@haru/contracts';
import { Worker, type Job } from 'bullmq';
import type { DataSource } from 'typeorm';
import { InFlightJobs } from '../queue/closing.js';
import { deliverySchema, type Delivery } from '../queue/delivery.js';
import { EventHandler } from './event-handler.js';
import type { EventLogger } from '../event-logger.js';
import { watchWorker } from '../queue/queue-health.js';
import { redisErrorLog, workerOptions } from '../queue/redis.js';
import { retryFailedEvents } from './retry-failed-events.js';
import { contractedEvents, workerTable, type TableEntry } from './worker-table.js';
import { canHandleTogether, eventOf, type EventWorker } from './when-event.js';

/** So many events may be in flight if some can be handled together: as many as one group has. */
const IN_FLIGHT_FOR_GROUPS = 32;

export interface EventConsumerOptions {
  service: ServiceName;
  /** They are read at the start. */
  workers: readonly EventWorker[];
  /** The service's own database must allow `concurrency` transactions in its pool. */
  dataSource: DataSource;
  redisUrl: string;
  logger: EventLogger;
  /** This process handles events in so many concurrent transactions; 8 when left out. */
  concurrency?: number;
  /** If a process dies, another takes its event after about this long, in milliseconds; 15 s when left out. */
  lockMs?: number;
  /** The contracts' events are used when left out. */
  events?: readonly EventContract[];
}

/** Takes the service's events from its queue and has each handled once, in a transaction. Replicas share the work. */
export class EventConsumer {
  private readonly inFlight = new InFlightJobs();
  private worker: Worker<Delivery, void, string> | undefined;
  private unwatch: (() => void) | undefined;

  constructor(private readonly options: EventConsumerOptions) {}

  /**
   * Waits until Redis is available.
   * @throws EventWiringError when an event has no worker, or two, or a worker has no event
   * @throws when the database has no inbox (its migrations did not run)
   */
  async start(): Promise<void> {
    const { service, workers, redisUrl, logger, dataSource, lockMs = 15_000, concurrency = 8 } = this.options;
    const table = workerTable(service, workers, this.options.events ?? contractedEvents());
    const handler = new EventHandler({ service, dataSource, concurrency }, table);
    await dataSource.query('SELECT FROM inbox LIMIT 0');
    const name = eventQueueName(service);
    const worker = new Worker<Delivery, void, string>(
      name,
      (job) => this.inFlight.add(this.handle(job, table, handler)),
      {
        ...workerOptions(redisUrl, lockMs),
        concurrency: workers.some(canHandleTogether) ? Math.max(concurrency, IN_FLIGHT_FOR_GROUPS) : concurrency,
      },
    );
    worker.on('error', redisErrorLog(logger, `worker of queue ${name}`));
    worker.on('failed', (job, error) => this.logFailure(job, error));
    worker.on('stalled', (eventId) => logger.warn({ eventId }, 'an event’s worker has died, delivering it again'));
    this.worker = worker;
    await worker.waitUntilReady();
    this.unwatch = watchWorker(worker, redisUrl);
  }

  /** Finishes the events in flight. If Redis cannot record that, they are delivered again, which has no effect. */
  async close(): Promise<void> {
    this.unwatch?.();
    if (this.worker) await this.inFlight.finish(this.worker);
  }

  /** Puts the events that failed for good back on the queue. @returns how many */
  retryFailed(): Promise<number> {
    const { service, workers, redisUrl } = this.options;
    const events = workers.flatMap((worker) => eventOf(worker) ?? []);
    return retryFailedEvents(service, events, redisUrl);
  }

  private async handle(
    job: Job<Delivery, void, string>,
    table: ReadonlyMap<string, TableEntry>,
    handler: EventHandler,
  ): Promise<void> {
    const entry = table.get(job.name);
    if (!entry) throw new Error(`${job.name} has no worker in this version of '${this.options.service}'`);
    const { eventId, context, payload: raw } = deliverySchema.parse(job.data);
    const payload = entry.event.payload.parse(raw);
    await handler.handle(entry, { eventId, payload, context });
  }

  private logFailure(job: Job<Delivery, void, string> | undefined, error: Error): void {
    const attempts = job?.opts.attempts ?? 1;
    const fields = {
      err: error,
      event: job?.name,
      eventId: job?.id,
      requestId: job?.data.context.requestId,
      attempt: job?.attemptsMade,
      attempts,
    };
    if (job && job.attemptsMade < attempts)
      this.options.logger.warn(fields, 'an event was not handled, it is tried again');
    else this.options.logger.error(fields, 'an event failed for good; its aggregate waits until an admin retries it');
  }
}
