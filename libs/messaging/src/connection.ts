import type { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';

/** First Redis with `BLMPOP`. */
const OLDEST_REDIS = 7;

const HEARTBEAT_MS = 5_000;
/** A blocking command may keep an answer back for one beat. */
const SILENT_BEATS = 2;

/**
 * Opens a connection that reconnects for ever, at most half a second after Redis is back.
 * A command never waits in a queue for that: without a connection it fails at once, and it is never sent twice.
 */
export function openConnection(
  redisUrl: string,
  name: string,
  logger: Pick<Logger, 'warn' | 'log'>,
  heartbeatMs = HEARTBEAT_MS,
): Redis {
  const redis = new Redis(redisUrl, {
    connectionName: name,
    disableClientInfo: true,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 50, 500),
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    // Done by hand: ioredis leaves the rejection unhandled when the connection is lost while it subscribes.
    autoResubscribe: false,
    // After a failover the old master refuses writes until the connection is made anew.
    reconnectOnError: (error) => error.message.startsWith('READONLY'),
  });
  logLossOnce(redis, name, logger);
  dropWhenSilent(redis, heartbeatMs);
  return redis;
}

/**
 * Makes the connection anew when Redis is gone without a word. Not by ioredis's `socketTimeout`: its timer
 * outlives the connection that it was set on and ends the next, healthy one.
 */
function dropWhenSilent(redis: Redis, heartbeatMs: number): void {
  let silentBeats = 0;
  const beat = setInterval(() => {
    if (redis.status !== 'ready') {
      silentBeats = 0;
    } else if (silentBeats > SILENT_BEATS) {
      silentBeats = 0;
      redis.disconnect(true);
    } else if (silentBeats++ === 0) {
      const heard = (): void => void (silentBeats = 0);
      redis.ping().then(heard, heard);
    }
  }, heartbeatMs);
  beat.unref();
  redis.on('end', () => clearInterval(beat));
}

/** One line when a connection is lost and one when it is back, however many attempts lie between. */
function logLossOnce(redis: Redis, name: string, logger: Pick<Logger, 'warn' | 'log'>): void {
  let lastError: Error | undefined;
  let lost = false;
  redis.on('error', (error: Error) => (lastError = error));
  // Not 'close', which is also how a connection ends that is no longer wanted.
  redis.on('reconnecting', () => {
    if (lost) return;
    lost = true;
    logger.warn(`${name}: no connection to Redis${lastError ? ` (${lastError.message})` : ''}`);
  });
  redis.on('ready', () => {
    if (lost) logger.log(`${name}: connected to Redis again`);
    lost = false;
    lastError = undefined;
  });
}

/**
 * Waits for the first connection.
 * @throws Error naming host and port, never the password, when there is none within `withinMs`.
 */
export async function waitUntilConnected(redis: Redis, withinMs: number): Promise<void> {
  if (redis.status === 'ready') return;
  const { host, port } = redis.options;
  let lastError: Error | undefined;
  const onError = (error: Error): void => void (lastError = error);
  redis.on('error', onError);
  // Not `events.once`, which gives up at the first error: Redis may come up after us.
  const connected = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), withinMs);
    redis.once('ready', () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
  redis.off('error', onError);
  if (connected) return;
  throw new Error(`no Redis at ${host}:${port} within ${withinMs} ms${lastError ? ` (${lastError.message})` : ''}`);
}

/** @throws Error when this Redis lacks what the transport is made of. */
export async function checkVersion(redis: Redis): Promise<void> {
  const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'unknown';
  if (Number.parseInt(version) >= OLDEST_REDIS) return;
  throw new Error(`Redis ${OLDEST_REDIS} or newer is needed, this one is ${version}`);
}
