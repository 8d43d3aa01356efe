import { eventQueueName, isUuid } from '@haru/contracts';
import { withSpans } from '@haru/service-runtime';
import { Queue, QueueEvents } from 'bullmq';
import type { Redis } from 'ioredis';
import { deliveryOptions, type Delivery, type RetryPolicy } from './delivery.js';
import type { EventLogger } from '../event-logger.js';
import type { OutboxRow } from '../outbox/outbox-rows.js';
import { redisErrorLog, waitingConnection } from './redis.js';

interface ConsumerQueueOptions {
  consumer: string;
  /** All queues of a relay share it; it is not closed here. */
  redis: Redis;
  redisUrl: string;
  retry: RetryPolicy;
  logger: EventLogger;
  /** It is called with the ids of finished events. */
  onCompleted: (eventId: string) => void;
}

type JobState = 'missing' | 'completed' | 'under way';

/** A relay uses one consuming service's queue here: it adds jobs, learns which are completed, and reads their states. */
export class ConsumerQueue {
  private constructor(
    private readonly options: ConsumerQueueOptions,
    private readonly queue: Queue<Delivery, void, string>,
    private readonly events: QueueEvents,
  ) {}

  static async open(options: ConsumerQueueOptions): Promise<ConsumerQueue> {
    const name = eventQueueName(options.consumer);
    const queue = new Queue<Delivery, void, string>(name, { connection: options.redis });
    queue.on('error', redisErrorLog(options.logger, `queue ${name}`));
    // Reading starts at this moment, by Redis's clock. The default ("whatever comes next") would miss events between
    // two reads.
    const [seconds, microseconds] = await options.redis.time();
    const events = new QueueEvents(name, {
      connection: waitingConnection(options.redisUrl),
      lastEventId: `${Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000)}-0`,
      // BullMQ gives up on a silent connection a second after this.
      blockingTimeout: 2_000,
    });
    events.on('error', redisErrorLog(options.logger, `events of queue ${name}`));
    events.on('completed', ({ jobId }) => {
      // Jobs that were added by hand have other ids.
      if (isUuid(jobId)) options.onCompleted(jobId);
    });
    return new ConsumerQueue(options, queue, events);
  }

  /** Adds the rows to the queue. A row that is on it already (same id) stays as it is. */
  async add(rows: readonly OutboxRow[]): Promise<void> {
    // This is the relay's span in each event's trace; the handler's span becomes its child.
    await withSpans(
      'producer',
      ({ name }) => `hand over ${name}`,
      rows,
      (traced) =>
        this.queue.addBulk(
          traced.map((row) => ({
            name: row.name,
            data: deliveryOf(row),
            opts: deliveryOptions(row.event_id, this.options.retry),
          })),
        ),
    );
  }

  /** Counts the jobs that wait for a worker. */
  waiting(): Promise<number> {
    return this.options.redis.llen(this.queue.toKey('wait'));
  }

  /** Returns the jobs' states in the given order, by two O(1) commands for each in one round trip. */
  async states(eventIds: readonly string[]): Promise<JobState[]> {
    const pipeline = this.options.redis.pipeline();
    for (const id of eventIds) pipeline.zscore(this.queue.toKey('completed'), id).exists(this.queue.toKey(id));
    const answers = (await pipeline.exec()) ?? [];
    return eventIds.map((_, index) => {
      const [completedError, completedAt] = answers[2 * index] ?? [];
      const [existsError, exists] = answers[2 * index + 1] ?? [];
      const error = completedError ?? existsError;
      if (error) throw error;
      if (completedAt !== null && completedAt !== undefined) return 'completed';
      return exists === 1 ? 'under way' : 'missing';
    });
  }

  async close(): Promise<void> {
    await this.queue.close();
    const closed = this.events.close();
    if (this.options.redis.status === 'ready') return closed;
    // While Redis is unavailable it would wait for the end of a connection that does not exist; so the connection is
    // cut, and the wait is ignored.
    closed.catch((error: Error) => this.options.logger.debug({ err: error }, 'closing without Redis'));
    await this.events.getBackend().close(true);
  }
}

function deliveryOf({ event_id: eventId, aggregate_id: aggregateId, payload, context }: OutboxRow): Delivery {
  return { eventId, aggregateId, payload, context };
}
