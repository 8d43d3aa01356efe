import { hash } from 'node:crypto';
import type { Redis } from 'ioredis';

/** Redis runs the Lua as one command. */
interface RedisScript {
  readonly source: string;
  readonly sha: string;
}

export const redisScript = (source: string): RedisScript => ({ source, sha: hash('sha1', source) });

/** It takes one round trip, except the first time after Redis has started or dropped its scripts. */
export async function runScript(
  redis: Redis,
  { source, sha }: RedisScript,
  keys: readonly string[],
  args: readonly (string | number | Buffer)[],
): Promise<unknown> {
  try {
    return await redis.evalsha(sha, keys.length, ...keys, ...args);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
    return redis.eval(source, keys.length, ...keys, ...args);
  }
}
