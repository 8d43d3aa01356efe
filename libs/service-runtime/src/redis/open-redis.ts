import { WatchedRedis, type WatchedRedisOptions } from './watched-redis.js';

/** The loggers of Nest and of BullMQ's users both fit. */
export interface ConnectionLogger {
  warn(message: string): void;
  log(message: string): void;
}

/** A command gets its answer or an error soon: it never waits for a connection, and it is never sent twice. */
export const askingRedis = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
} as const satisfies WatchedRedisOptions;

/** A command outlives any outage: use it for connections that wait for work. */
export const waitingRedis = { maxRetriesPerRequest: null } as const satisfies WatchedRedisOptions;

/**
 * Opens a connection whose commands get their answer soon or fail. It reconnects by itself.
 * @param name shown in Redis's `CLIENT LIST` and in the log
 */
export function openRedis(
  redisUrl: string,
  name: string,
  logger: ConnectionLogger,
  options: WatchedRedisOptions = {},
): WatchedRedis {
  const redis = new WatchedRedis(redisUrl, {
    ...askingRedis,
    connectionName: name,
    disableClientInfo: true,
    ...options,
  });
  logLossOnce(redis, name, logger);
  return redis;
}

/** Logs one line when a connection is lost and one when it is back, however many attempts lie between. */
function logLossOnce(redis: WatchedRedis, name: string, logger: ConnectionLogger): void {
  let lastError: Error | undefined;
  let lost = false;
  redis.on('error', (error: Error) => (lastError = error));
  // A connection that is no longer needed also emits 'close', so that event is not used.
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
