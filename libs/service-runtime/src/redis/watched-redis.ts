import { Command, Redis, type RedisOptions } from 'ioredis';
import { ConnectionCounts } from '../metrics/connections.js';
import { assertOutsideTransaction } from '../transaction-scope.js';
import { redisAddress } from './redis-address.js';

const BEAT_MS = 1_000;
/** The connection is dropped after so many silent beats. Beats count, not time: a blocked process receives nothing. */
const MAX_SILENT_BEATS = 3;

const connections = new ConnectionCounts('Redis');

export interface WatchedRedisOptions extends RedisOptions {
  /** Redis is asked at this interval, in milliseconds; 1 s when left out. */
  beatMs?: number;
}

/** Every connection to Redis uses these: it reconnects within a second of Redis being back. */
const connecting = {
  connectTimeout: 2_000,
  // After so long a connection that was ended politely is cut: a silent Redis never answers.
  disconnectTimeout: 100,
  retryStrategy: (attempt) => Math.min(attempt * 50, 500),
  sentinelRetryStrategy: (attempt) => Math.min(attempt * 50, 500),
  sentinelCommandTimeout: 2_000,
  keepAlive: 10_000,
  // After a failover the old primary refuses writes until the connection is made again.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
} as const satisfies RedisOptions;

/**
 * The connection is dropped and made again when Redis is silent, within about four seconds. ioredis's `socketTimeout`
 * would not do: its timer outlives the connection that it was set on and ends the next, healthy one.
 */
export class WatchedRedis extends Redis {
  private readonly beatMs: number;
  private timer: NodeJS.Timeout | undefined;
  private silentBeats = 0;
  private bytesRead = 0;

  constructor(redisUrl: string | undefined, { beatMs = BEAT_MS, ...options }: WatchedRedisOptions = {}) {
    const address = redisUrl === undefined ? {} : redisAddress(redisUrl);
    if (typeof address === 'string') super(address, { ...connecting, ...options });
    else super({ ...connecting, ...options, ...address });
    this.beatMs = beatMs;
    this.on('connecting', () => this.startBeats());
    this.on('end', () => this.stopBeats());
    this.on('ready', () => {
      connections.opened();
      this.once('close', () => connections.closed());
    });
  }

  override duplicate(override: Partial<RedisOptions> = {}): WatchedRedis {
    return new WatchedRedis(undefined, { ...this.options, ...override, beatMs: this.beatMs });
  }

  override sendCommand(...command: Parameters<Redis['sendCommand']>): unknown {
    assertOutsideTransaction('Redis');
    return super.sendCommand(...command);
  }

  /** BullMQ takes ioredis's refusal of a command on a connection that is just being lost for a fault. */
  override quit(): Promise<'OK'> {
    if (this.status === 'ready' && this.stream.writable) return super.quit();
    this.disconnect();
    return Promise.resolve('OK');
  }

  private startBeats(): void {
    this.silentBeats = 0;
    this.timer ??= setInterval(() => this.nextBeat(), this.beatMs).unref();
  }

  private stopBeats(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private nextBeat(): void {
    // 'connect' is the time of the handshake, which has no timeout of its own.
    if (this.status !== 'ready' && this.status !== 'connect') return;
    const { bytesRead } = this.stream;
    this.silentBeats = bytesRead === this.bytesRead ? this.silentBeats + 1 : 0;
    this.bytesRead = bytesRead;
    if (this.silentBeats > MAX_SILENT_BEATS + this.blockedBeats()) {
      this.silentBeats = 0;
      connections.dropped();
      this.disconnect(true);
    } else if (this.status === 'ready' && this.commandQueue.length === 0) {
      // The answer counts as bytes, and a failure as silence. A command in flight has an answer of its own.
      this.ping().catch(() => undefined);
    }
  }

  /** The command in flight may stay unanswered for so many beats. */
  private blockedBeats(): number {
    const command = this.commandQueue.peekFront()?.command;
    if (!(command instanceof Command) || !Command.checkFlag('BLOCKING_COMMANDS', command.name)) return 0;
    const ms = command.extractBlockingTimeout();
    return ms === 0 ? Infinity : Math.ceil((ms ?? 0) / this.beatMs);
  }
}
