import { redisScript, runScript } from '@haru/service-runtime';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RateLimitName } from './limit-table.js';

export interface Take {
  name: RateLimitName;
  key: string;
  /** Negative points are given back. */
  points: number;
  /** This many points may be taken in the time. */
  max: number;
  seconds: number;
}

/** This is a counter's state with the requested points. */
export interface Count {
  points: number;
  msLeft: number;
}

/**
 * KEYS: counters. ARGV: for each the points, the bound, and how long it lasts in ms.
 * Returns for each the points and the ms that are left; if one is over its bound, nothing is taken from any.
 */
const takePoints = redisScript(`
local counts, isOver = {}, false
for at, key in ipairs(KEYS) do
  local points, count = tonumber(ARGV[3 * at - 2]), redis.call('INCRBY', key, ARGV[3 * at - 2])
  local left = redis.call('PTTL', key)
  if left < 0 then
    left = tonumber(ARGV[3 * at])
    redis.call('PEXPIRE', key, left)
  end
  isOver = isOver or (points > 0 and count > tonumber(ARGV[3 * at - 1]))
  counts[2 * at - 1], counts[2 * at] = count, left
end
if isOver then
  for at, key in ipairs(KEYS) do redis.call('DECRBY', key, ARGV[3 * at - 2]) end
end
return counts
`);

/** Redis counts points, so that replicas agree; while it is unavailable each replica counts for itself. */
export class PointCounters {
  private readonly inMemory = new Map<RateLimitName, RateLimiterMemory>();

  constructor(private readonly redis: Redis) {}

  /** Takes all these points or, if a bound would be exceeded, none. @returns the state of each take's counter */
  async take(takes: readonly Take[]): Promise<Count[]> {
    if (takes.length === 0) return [];
    try {
      const keys = takes.map(({ name, key }) => `limit:${name}:${key}`);
      const args = takes.flatMap(({ points, max, seconds }) => [points, max, seconds * 1_000]);
      const counts = (await runScript(this.redis, takePoints, keys, args)) as number[];
      return takes.map((_, at) => ({ points: counts[2 * at] ?? 0, msLeft: counts[2 * at + 1] ?? 0 }));
    } catch {
      return this.takeInMemory(takes);
    }
  }

  async giveBack(takes: readonly Take[]): Promise<void> {
    await this.take(takes.map((take) => ({ ...take, points: -take.points })));
  }

  private async takeInMemory(takes: readonly Take[]): Promise<Count[]> {
    const counts = await Promise.all(takes.map((take) => this.countInMemory(take)));
    if (takes.some(({ points, max }, at) => points > 0 && (counts[at]?.points ?? 0) > max)) {
      await Promise.all(takes.map((take) => this.countInMemory({ ...take, points: -take.points })));
    }
    return counts;
  }

  private async countInMemory({ name, key, points, max, seconds }: Take): Promise<Count> {
    let counter = this.inMemory.get(name);
    if (!counter) {
      counter = new RateLimiterMemory({ keyPrefix: name, points: max, duration: seconds });
      this.inMemory.set(name, counter);
    }
    const { consumedPoints, msBeforeNext } = await counter.consume(key, points).catch((refusal: unknown) => {
      if (refusal instanceof RateLimiterRes) return refusal;
      throw refusal;
    });
    return { points: consumedPoints, msLeft: msBeforeNext };
  }
}
