import { randomUUID } from 'node:crypto';
import { type ServiceName, serviceNames } from '@haru/contracts';
import { askingRedis, probeRedis, readiness, WatchedRedis } from '@haru/service-runtime';
import type { DataSource } from 'typeorm';
import { ConsumerQueue } from '../queue/consumer-queue.js';
import { DEFAULT_RETRY, type RetryPolicy } from '../queue/delivery.js';
import type { EventLogger } from '../event-logger.js';
import { OutboxListener } from './outbox-listener.js';
import { measureOutbox } from './outbox-metrics.js';
import { claimRows, deleteDone, handedOverRows, releaseRows, type OutboxRow } from './outbox-rows.js';
import { redisErrorLog } from '../queue/redis.js';
import { WakeSignal } from './wake-signal.js';

const BATCH = 500;
const MAX_PAUSE_MS = 5_000;
const MAX_WAITING = 500;
/** Rounds begin at least this far apart, so that each takes many events; the first one after a pause does not wait. */
const GATHER_MS = 50;

export interface OutboxRelayOptions {
  dataSource: DataSource;
  /** The listening connection uses it. */
  databaseUrl: string;
  redisUrl: string;
  logger: EventLogger;
  /** The relay polls at this interval without a notice, in milliseconds; 1 s when left out. */
  pollMs?: number;
  /** The relay checks the state of the queued jobs at this interval, in milliseconds; 30 s when left out. */
  recheckMs?: number;
  /**
   * A queue with this many waiting jobs gets no more: the rest waits in Postgres, where there is space, and enqueuing
   * does not take the processor from others. 500 when left out: with as many to a round, this is plenty for workers
   * until the next.
   */
  maxWaiting?: number;
  retry?: RetryPolicy;
}

/**
 * Moves outbox rows to the queues of the services that react, and keeps each row until its job is done.
 * Any number of relays may run over one database.
 */
export class OutboxRelay {
  private readonly redis: WatchedRedis;
  private readonly listener: OutboxListener;
  private readonly signal = new WakeSignal();
  private readonly stop = new WakeSignal();
  private readonly queues = new Map<string, ConsumerQueue>();
  private readonly done = new Map<string, Set<string>>();
  /** The key lives in Redis as long as this process: if it is missing, Redis has lost everything else too. */
  private readonly markKey = `haru:outbox-relay:${randomUUID()}`;
  private readonly pollMs: number;
  private readonly recheckMs: number;
  private nextPollAt = 0;
  private nextRecheckAt = 0;
  private closing = false;
  private running: Promise<void> | undefined;
  private unwatch: (() => void) | undefined;

  constructor(private readonly options: OutboxRelayOptions) {
    this.pollMs = options.pollMs ?? 1_000;
    this.recheckMs = options.recheckMs ?? 30_000;
    this.redis = new WatchedRedis(options.redisUrl, { ...askingRedis, lazyConnect: true });
    this.redis.on('error', redisErrorLog(options.logger, 'outbox relay'));
    this.redis.on('ready', () => {
      // Redis may have come back with less data than it had.
      this.nextRecheckAt = 0;
      this.signal.wake();
    });
    this.listener = new OutboxListener(options.databaseUrl, () => this.signal.wake(), options.logger);
  }

  /** @throws when the database has no outbox (its migrations did not run) */
  async start(): Promise<void> {
    await this.options.dataSource.query('SELECT FROM outbox LIMIT 0');
    // Redis may be unavailable: its error listener logs that, and it is tried until it is available.
    this.redis.connect().catch((error: Error) => this.options.logger.debug({ err: error }, 'first connection failed'));
    this.listener.start();
    const endMeasuring = measureOutbox(this.options.dataSource);
    const unwatch = readiness.watch(
      'redis',
      () => this.redis.ping(),
      () => probeRedis(this.redis),
    );
    this.unwatch = () => [endMeasuring, unwatch].forEach((end) => end());
    this.running ??= this.run();
  }

  /** Finishes the batch in flight. Another relay moves the rows that are still waiting, or the next one does. */
  async close(): Promise<void> {
    this.closing = true;
    this.unwatch?.();
    this.signal.wake();
    this.stop.wake();
    await this.running;
    await this.listener.close();
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    // If this fails, the key expires by itself.
    const onFailure = (error: Error) => this.options.logger.debug({ err: error }, 'closing without Redis');
    if (this.redis.status === 'ready') await this.redis.del(this.markKey).catch(onFailure);
    this.redis.disconnect();
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.closing) {
      const startedAt = performance.now();
      try {
        const more = this.redis.status === 'ready' && (await this.turn());
        failures = 0;
        if (more || this.closing) continue;
        await this.signal.sleep(this.pollMs);
        const early = GATHER_MS - (performance.now() - startedAt);
        if (early > 0 && !this.closing) await this.stop.sleep(early);
      } catch (error) {
        failures += 1;
        this.options.logger.warn({ err: error, failures }, 'the outbox relay could not do its round, trying again');
        // The check finds whatever was left unfinished.
        this.nextRecheckAt = 0;
        // A notice does not shorten this pause, or a fault would be repeated at the pace of publishing.
        await this.stop.sleep(Math.min(100 * 2 ** failures, MAX_PAUSE_MS));
      }
    }
  }

  /** @returns whether there is probably more to do immediately */
  private async turn(): Promise<boolean> {
    if (Date.now() >= this.nextPollAt) {
      if (await this.redisWasEmptied()) this.nextRecheckAt = 0;
      this.nextPollAt = Date.now() + this.pollMs;
    }
    if (Date.now() >= this.nextRecheckAt) {
      this.nextRecheckAt = Date.now() + this.recheckMs;
      await this.recheck();
    }
    await this.deleteDone();
    return (await this.enqueueBatch()) >= BATCH;
  }

  private async redisWasEmptied(): Promise<boolean> {
    const before = await this.redis.set(this.markKey, '1', 'EX', 600, 'GET');
    return before === null;
  }

  private async deleteDone(): Promise<void> {
    for (const [consumer, ids] of this.done) {
      this.done.delete(consumer);
      await deleteDone(this.options.dataSource, consumer, [...ids]);
    }
  }

  private async enqueueBatch(): Promise<number> {
    const rows = await claimRows(this.options.dataSource, BATCH, await this.consumersWithSpace());
    try {
      for (const [consumer, theirs] of byConsumer(rows)) await (await this.queueOf(consumer)).add(theirs);
    } catch (error) {
      await releaseRows(this.options.dataSource, rows);
      throw error;
    }
    return rows.length;
  }

  private async consumersWithSpace(): Promise<ServiceName[]> {
    const { maxWaiting = MAX_WAITING } = this.options;
    const waiting = await Promise.all(serviceNames.map(async (consumer) => this.queues.get(consumer)?.waiting()));
    return serviceNames.filter((_, index) => (waiting[index] ?? 0) < maxWaiting);
  }

  /** Checks the state of every queued job: a missing one is queued again, and the row of a completed one is deleted. */
  private async recheck(): Promise<void> {
    let afterSeq = '0';
    for (;;) {
      const rows = await handedOverRows(this.options.dataSource, afterSeq, BATCH);
      const last = rows.at(-1);
      if (!last) return;
      afterSeq = last.seq;
      for (const [consumer, theirs] of byConsumer(rows)) await this.recheckConsumer(consumer, theirs);
    }
  }

  private async recheckConsumer(consumer: string, rows: readonly OutboxRow[]): Promise<void> {
    const queue = await this.queueOf(consumer);
    const states = await queue.states(rows.map((row) => row.event_id));
    const missing = rows.filter((_, index) => states[index] === 'missing');
    const completed = rows.filter((_, index) => states[index] === 'completed').map((row) => row.event_id);
    if (missing.length > 0) {
      this.options.logger.warn(
        { consumer, jobs: missing.length },
        'jobs are not in Redis any more, handing them over again',
      );
      await queue.add(missing);
    }
    if (completed.length > 0) await deleteDone(this.options.dataSource, consumer, completed);
  }

  private async queueOf(consumer: string): Promise<ConsumerQueue> {
    const open = this.queues.get(consumer);
    if (open) return open;
    const { redisUrl, logger, retry = DEFAULT_RETRY } = this.options;
    const onCompleted = (eventId: string): void => this.noteDone(consumer, eventId);
    const queue = await ConsumerQueue.open({ consumer, redis: this.redis, redisUrl, logger, retry, onCompleted });
    this.queues.set(consumer, queue);
    return queue;
  }

  private noteDone(consumer: string, eventId: string): void {
    const ids = this.done.get(consumer) ?? new Set();
    this.done.set(consumer, ids.add(eventId));
    this.signal.wake();
  }
}

function byConsumer(rows: readonly OutboxRow[]): Map<string, OutboxRow[]> {
  return Map.groupBy(rows, (row) => row.consumer);
}
