import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { openRedis, type WatchedRedis } from '@haru/service-runtime';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { Setting } from '../../settings.js';

interface CounterOptions {
  /** Redis holds it under `limit:` and this name. */
  name: string;
  /** This many points may be taken in the time. */
  points: number;
  seconds: number;
}

/** A counter limits each key to so many points in a time. */
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

  /** Returns what {@link take} would return, without taking. */
  async peek(key: string): Promise<number | undefined> {
    const state = await this.limiter.get(key);
    return state === null || state.consumedPoints < this.limiter.points ? undefined : secondsOf(state);
  }

  /** Returns a point whose request had no effect. */
  async giveBack(key: string): Promise<void> {
    await this.limiter.reward(key);
  }
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1_000));
}

/** Counters are in Redis, so that replicas agree. Without Redis nothing is allowed, but then no request arrives either. */
@Injectable()
export class Counters implements OnApplicationShutdown {
  private readonly redis: WatchedRedis;

  constructor(
    @Setting('REDIS_URL') redisUrl: string,
    @Setting('AUTH_RATE_LIMITS') private readonly rateLimits: number,
  ) {
    this.redis = openRedis(redisUrl, 'haru:auth:counters', new Logger(Counters.name), {
      // Commands wait through a short interruption.
      enableOfflineQueue: true,
      commandTimeout: 2_000,
    });
  }

  counter({ name, points, seconds }: CounterOptions): Counter {
    return new Counter(
      new RateLimiterRedis({
        storeClient: this.redis,
        keyPrefix: `limit:${name}`,
        points: Math.max(1, Math.round(points * this.rateLimits)),
        duration: seconds,
      }),
    );
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
