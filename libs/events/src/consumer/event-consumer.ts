import { type EventContract, eventQueueName, type ServiceName } from '@haru/contracts';
import { Worker, type Job } from 'bullmq';
import type { DataSource } from 'typeorm';
import { InFlightJobs } from '../queue/closing.js';
import { deliverySchema, type Delivery } from '../queue/delivery.js';
import { EventHandler } from './event-handler.js';
import type { EventLogger } from '../event-logger.js';
import { watchWorker } from '../queue/queue-health.js';
import { redisErrorLog, waitingConnection } from '../queue/redis.js';
import { contractedEvents, workerTable, type TableEntry } from './worker-table.js';
import { canHandleTogether, type EventWorker } from './when-event.js';

/** So many events may be in flight if some can be handled together: as many as one group has. */
const IN_FLIGHT_FOR_GROUPS = 32;

/** So many processes may end during one job (deployments, crashes) before it counts as failed. */
const MAX_STALLED = 10;

export interface EventConsumerOptions {
  service: ServiceName;
  /** Nest's container has one instance of each worker class. */
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
  private readonly table: ReadonlyMap<string, TableEntry>;
  private readonly handler: EventHandler;
  private readonly concurrency: number;
  private readonly inFlight = new InFlightJobs();
  private worker: Worker<Delivery, void, string> | undefined;
  private unwatch: (() => void) | undefined;

  /** @throws EventWiringError when an event has no worker, or two, or a worker has no event */
  constructor(private readonly options: EventConsumerOptions) {
    this.table = workerTable(options.service, options.workers, options.events ?? contractedEvents());
    const { service, dataSource, concurrency = 8 } = options;
    this.handler = new EventHandler({ service, dataSource, concurrency }, this.table);
    this.concurrency = options.workers.some(canHandleTogether)
      ? Math.max(concurrency, IN_FLIGHT_FOR_GROUPS)
      : concurrency;
  }

  /** Waits until Redis is available. @throws when the database has no inbox (its migrations did not run) */
  async start(): Promise<void> {
    const { service, redisUrl, logger, dataSource, lockMs = 15_000 } = this.options;
    await dataSource.query('SELECT FROM inbox LIMIT 0');
    const name = eventQueueName(service);
    const worker = new Worker<Delivery, void, string>(name, (job) => this.inFlight.add(this.handle(job)), {
      connection: waitingConnection(redisUrl),
      concurrency: this.concurrency,
      lockDuration: lockMs,
      // BullMQ's script writes it to Redis as an expiry, so it is whole: with a fraction every check for dead workers
      // fails.
      stalledInterval: Math.max(1, Math.floor(lockMs / 3)),
      maxStalledCount: MAX_STALLED,
      // BullMQ gives up on a silent connection a second after this, in seconds.
      drainDelay: 2,
      runRetryDelay: 1_000,
    });
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

  private async handle(job: Job<Delivery, void, string>): Promise<void> {
    const entry = this.table.get(job.name);
    if (!entry) throw new Error(`${job.name} has no worker in this version of '${this.options.service}'`);
    const { eventId, context, payload: raw } = deliverySchema.parse(job.data);
    const payload = entry.event.payload.parse(raw);
    await this.handler.handle(entry, { eventId, payload, context });
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
