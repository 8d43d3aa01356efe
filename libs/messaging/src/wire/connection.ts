import { openRedis, type ConnectionLogger } from '@haru/service-runtime';
import type { Redis } from 'ioredis';

/** This is the first Redis with `BLMPOP`. */
const OLDEST_REDIS = 7;

/** Opens a connection on which a command gets its answer soon or fails, and which subscribes to nothing by itself. */
export function openConnection(redisUrl: string, name: string, logger: ConnectionLogger): Redis {
  // The server subscribes itself: ioredis leaves the rejection unhandled when the connection is lost while it
  // subscribes.
  return openRedis(redisUrl, name, logger, { autoResubscribe: false });
}

/**
 * Waits for the first connection.
 * @throws Error naming host and port, never the password, when there is none within `withinMs`
 */
export async function waitUntilConnected(redis: Redis, withinMs: number): Promise<void> {
  if (redis.status === 'ready') return;
  const { host, port } = redis.options;
  let lastError: Error | undefined;
  const onError = (error: Error): void => void (lastError = error);
  redis.on('error', onError);
  // `events.once` would give up at the first error, but Redis may start after this process.
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

/** @throws Error when this Redis lacks commands that the transport needs */
export async function checkVersion(redis: Redis): Promise<void> {
  const version = /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? 'unknown';
  if (Number.parseInt(version) >= OLDEST_REDIS) return;
  throw new Error(`Redis ${OLDEST_REDIS} or newer is needed, this one is ${version}`);
}
