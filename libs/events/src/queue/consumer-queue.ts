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
  /** Shared by all queues of a relay; not closed here. */
  redis: Redis;
  redisUrl: string;
  retry: RetryPolicy;
  logger: EventLogger;
  /** Hears the ids of finished events. */
  onCompleted: (eventId: string) => void;
}

type JobState = 'missing' | 'completed' | 'under way';

/** A relay's view of one consuming service's queue: put jobs on it, hear which are done, look where they are. */
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
    // From this moment on, by Redis's clock. The default ("whatever comes next") would miss what comes between two reads.
    const [seconds, microseconds] = await options.redis.time();
    const events = new QueueEvents(name, {
      connection: waitingConnection(options.redisUrl),
      lastEventId: `${Number(seconds) * 1_000 + Math.floor(Number(microseconds) / 1_000)}-0`,
      // BullMQ gives up on a connection that fell silent a second after this.
      blockingTimeout: 2_000,
    });
    events.on('error', redisErrorLog(options.logger, `events of queue ${name}`));
    events.on('completed', ({ jobId }) => {
      // Other jobs, put there by hand, have other ids.
      if (isUuid(jobId)) options.onCompleted(jobId);
    });
    return new ConsumerQueue(options, queue, events);
  }

  /** Puts the rows on the queue. One that is on it already (same id) stays as it is. */
  async add(rows: readonly OutboxRow[]): Promise<void> {
    const jobs = rows.map((row) => ({ row, context: contextOf(row) }));
    // The relay's part in each event's trace; what handles the event becomes its child.
    await withSpans(
      'producer',
      ({ row }) => `hand over ${row.name}`,
      jobs,
      (traced) =>
        this.queue.addBulk(
          traced.map(({ row, context }) => ({
            name: row.name,
            data: deliveryOf(row, context),
            opts: deliveryOptions(row.event_id, this.options.retry),
          })),
        ),
    );
  }

  /** Jobs waiting for a worker. */
  waiting(): Promise<number> {
    return this.options.redis.llen(this.queue.toKey('wait'));
  }

  /** Where the jobs of these events are, in the order given. Two O(1) commands for each, all in one round trip. */
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
    // It waits for a connection to end that, with Redis away, is not there; so that is cut, and the wait left alone.
    closed.catch((error: Error) => this.options.logger.debug({ err: error }, 'closing without Redis'));
    await this.events.getBackend().close(true);
  }
}

function contextOf(row: OutboxRow): Delivery['context'] {
  // Written by publish, read with its schema by the consumer.
  return row.context as Delivery['context'];
}

function deliveryOf(row: OutboxRow, context: Delivery['context']): Delivery {
  return { eventId: row.event_id, aggregateId: row.aggregate_id, payload: row.payload, context };
}
