import { setTimeout as delay } from 'node:timers/promises';
import type { PayloadOf, RequestContext } from '@haru/contracts';
import { createDataSource, migrate } from '@haru/database';
import { createTestDatabase, startRedis, waitFor, type TestRedis } from '@haru/testing';
import { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import {
  EventConsumer,
  Outbox,
  OutboxRelay,
  WhenEvent,
  type EventConsumerOptions,
  type EventHandling,
  type EventLogger,
  type HandlesEvent,
  type OutboxRelayOptions,
} from '../src/index.js';
import { AddTables1795478400000 } from './add-tables.migration.js';
import { thingHappened } from './thing-happened.fixture.js';

type ThingPayload = PayloadOf<typeof thingHappened>;

export interface Effect {
  event_id: string;
  aggregate_id: string;
  n: number;
  request_id: string;
}

/** A test inserts this into the handler, before its effect is written: a delay, a failure, a gate. */
export type Before = (payload: ThingPayload, handling: EventHandling) => Promise<void> | void;

@WhenEvent(thingHappened)
class WriteEffectWhenThingHappened implements HandlesEvent<typeof thingHappened> {
  constructor(private readonly before: Before) {}

  async handle(payload: ThingPayload, handling: EventHandling): Promise<void> {
    await this.before(payload, handling);
    await handling.manager.query(
      'INSERT INTO effects (event_id, aggregate_id, n, request_id) VALUES ($1, $2, $3, $4)',
      [handling.eventId, handling.context.traceparent ?? '', payload.n, handling.context.requestId],
    );
  }
}

/** The fixture sends the aggregate's id as trace context, so that the effect can name it. */
export function contextFor(aggregateId: string, requestId = 'request-1'): RequestContext {
  return { requestId, traceparent: aggregateId, caller: { role: 'service_role' } };
}

interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
  fields: object;
}

/** The system has a real Postgres database, a real Redis, and the relays and consumers that a test starts. */
export class EventSystem {
  readonly outbox = new Outbox();
  readonly log: LogLine[] = [];
  readonly queue: Queue;
  private readonly running: { close(): Promise<void> }[] = [];

  private constructor(
    readonly redis: TestRedis,
    readonly databaseUrl: string,
    readonly dataSource: DataSource,
    private readonly drop: () => Promise<void>,
  ) {
    this.queue = new Queue('sites-events', { connection: { url: redis.url, retryStrategy: () => 100 } });
    // Tests restart the server; they check afterwards whether that succeeded.
    this.queue.on('error', (error) => this.logger.debug({ err: error }, 'test queue'));
  }

  static async start(): Promise<EventSystem> {
    const [redis, database] = await Promise.all([startRedis(), createTestDatabase()]);
    const dataSource = createDataSource({
      url: database.url,
      applicationName: 'events-test',
      entities: [],
      migrations: [AddTables1795478400000],
      poolSize: 40,
    });
    await dataSource.initialize();
    await migrate(dataSource);
    await dataSource.query(
      'CREATE TABLE effects (seq serial, event_id uuid, aggregate_id text, n int, request_id text)',
    );
    return new EventSystem(redis, database.url, dataSource, () => database.drop());
  }

  get logger(): EventLogger {
    const line =
      (level: LogLine['level']) =>
      (fields: object, message: string): void =>
        void this.log.push({ level, message, fields });
    return { debug: line('debug'), info: line('info'), warn: line('warn'), error: line('error') };
  }

  async relay(options: Partial<OutboxRelayOptions> = {}): Promise<OutboxRelay> {
    const { dataSource, databaseUrl, logger } = this;
    const relay = new OutboxRelay({
      dataSource,
      databaseUrl,
      redisUrl: this.redis.url,
      logger,
      pollMs: 200,
      retry: { attempts: 3, firstDelayMs: 50 },
      ...options,
    });
    this.running.push(relay);
    await relay.start();
    return relay;
  }

  async consumer(
    before: Before = () => undefined,
    options: Partial<EventConsumerOptions> = {},
  ): Promise<EventConsumer> {
    const { dataSource, logger } = this;
    const consumer = new EventConsumer({
      service: 'sites',
      workers: [new WriteEffectWhenThingHappened(before)],
      events: [thingHappened],
      dataSource,
      redisUrl: this.redis.url,
      logger,
      ...options,
    });
    this.running.push(consumer);
    await consumer.start();
    return consumer;
  }

  async publish(aggregateId: string, n = 1, requestId?: string): Promise<void> {
    await this.dataSource.transaction((manager) =>
      this.outbox.publish(manager, thingHappened, { n }, { aggregateId, context: contextFor(aggregateId, requestId) }),
    );
  }

  effects(): Promise<Effect[]> {
    return this.dataSource.query('SELECT * FROM effects ORDER BY seq');
  }

  async outboxCount(): Promise<number> {
    const rows = await this.dataSource.query<{ count: number }[]>('SELECT count(*)::int AS count FROM outbox');
    return rows[0]?.count ?? 0;
  }

  async waitForEffects(count: number, timeoutMs = 15_000): Promise<Effect[]> {
    await waitFor(async () => (await this.effects()).length >= count, { timeoutMs, what: `${count} effects` });
    return this.effects();
  }

  async waitForEmptyOutbox(timeoutMs = 15_000): Promise<void> {
    await waitFor(async () => (await this.outboxCount()) === 0, { timeoutMs, what: 'an empty outbox' });
  }

  async waitForJobs(state: 'waiting' | 'active' | 'delayed' | 'failed' | 'completed', count: number): Promise<void> {
    await waitFor(async () => (await this.queue.getJobCountByTypes(state)) === count, {
      what: `${count} ${state} jobs`,
    });
  }

  async flushRedis(): Promise<void> {
    const client = await this.queue.getBackend().client;
    await client.runCommand('flushall', []);
  }

  /** Ends everything that the test started, and removes its rows and jobs. */
  async reset(): Promise<void> {
    await Promise.all(this.running.splice(0).map((one) => one.close()));
    await this.flushRedis();
    await this.dataSource.query('TRUNCATE outbox, inbox, effects');
    this.log.length = 0;
  }

  async stop(): Promise<void> {
    await this.reset();
    await this.queue.close();
    await this.dataSource.destroy();
    await this.drop();
    await this.redis.stop();
  }
}

export function upTo(ms: number): Promise<void> {
  return delay(Math.random() * ms);
}
