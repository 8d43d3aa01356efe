import { WatchedRedis, type WatchedRedisOptions } from './watched-redis.js';

/** What is said about a connection; the loggers of Nest and of BullMQ's users both fit. */
export interface ConnectionLogger {
  warn(message: string): void;
  log(message: string): void;
}

/** A command gets its answer soon, or an error: it never waits for a connection, and it is never sent twice. */
export const askingRedis = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
} as const satisfies WatchedRedisOptions;

/** A command outlives any outage: for connections that wait for work. */
export const waitingRedis = { maxRetriesPerRequest: null } as const satisfies WatchedRedisOptions;

/**
 * Opens a connection for commands that get their answer soon or fail. It comes back by itself.
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

/** One line when a connection is lost and one when it is back, however many attempts lie between. */
function logLossOnce(redis: WatchedRedis, name: string, logger: ConnectionLogger): void {
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
