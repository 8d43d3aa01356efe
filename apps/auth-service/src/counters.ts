import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AUTH_CONFIG, type AuthServiceConfig } from './config.js';

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
  private readonly redis: Redis;
  private isLost = false;

  constructor(@Inject(AUTH_CONFIG) private readonly config: Pick<AuthServiceConfig, 'REDIS_URL' | 'AUTH_RATE_LIMITS'>) {
    const logger = new Logger(Counters.name);
    this.redis = new Redis(config.REDIS_URL, {
      retryStrategy: (attempt) => Math.min(attempt * 50, 500),
      maxRetriesPerRequest: 5,
    });
    this.redis.on('ready', () => (this.isLost = false));
    this.redis.on('error', (error: Error) => {
      if (!this.isLost) logger.warn(`Redis is away, so nobody can ask for a mail: ${error.message}`);
      this.isLost = true;
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
