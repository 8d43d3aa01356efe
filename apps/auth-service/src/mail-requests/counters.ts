import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { openRedis, type WatchedRedis } from '@haru/service-runtime';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AUTH_CONFIG, type AuthServiceConfig } from '../config.js';

export interface CounterOptions {
  /** Its name in Redis, behind `limit:`. */
  name: string;
  /** How many there may be in the time. */
  points: number;
  seconds: number;
}

/** One limit: so many points in a time, for each key of its own. */
export class Counter {
  constructor(private readonly limiter: RateLimiterRedis) {}

  /** Takes a point. @returns undefined if there was one, else the seconds until there may be one */
  async take(key: string): Promise<number | undefined> {
    try {
      await this.limiter.consume(key);
      return undefined;
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return secondsOf(refusal);
      throw refusal;
    }
  }

  /** What {@link take} would return, without taking. */
  async look(key: string): Promise<number | undefined> {
    const state = await this.limiter.get(key);
    return state === null || state.consumedPoints < this.limiter.points ? undefined : secondsOf(state);
  }

  /** Returns a point that led to nothing. */
  async giveBack(key: string): Promise<void> {
    await this.limiter.reward(key);
  }
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1_000));
}

/** Counters in Redis, so that replicas agree. Without Redis nothing is allowed, but then no request arrives either. */
@Injectable()
export class Counters implements OnApplicationShutdown {
  private readonly redis: WatchedRedis;

  constructor(@Inject(AUTH_CONFIG) private readonly config: Pick<AuthServiceConfig, 'REDIS_URL' | 'AUTH_RATE_LIMITS'>) {
    this.redis = openRedis(config.REDIS_URL, 'haru:auth:counters', new Logger(Counters.name), {
      // An interruption of a moment is waited for.
      enableOfflineQueue: true,
      commandTimeout: 2_000,
    });
  }

  counter({ name, points, seconds }: CounterOptions): Counter {
    return new Counter(
      new RateLimiterRedis({
        storeClient: this.redis,
        keyPrefix: `limit:${name}`,
        points: Math.max(1, Math.round(points * this.config.AUTH_RATE_LIMITS)),
        duration: seconds,
      }),
    );
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
