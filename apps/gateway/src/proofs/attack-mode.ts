import { isRedisUnavailable } from '@haru/service-runtime';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { RATE_LIMIT_REDIS } from '../rate-limits/rate-limits.js';

const KEY = 'haru:attack-mode';
const MAX_AGE_MS = 1_000;

/**
 * In attack mode everything without a registered account needs a proof of work. Redis, which stores its data on disk,
 * holds the switch for all gateways; each reads it at most once a second, and only when it is needed.
 */
@Injectable()
export class AttackMode {
  private since: string | null = null;
  private readAt = -Infinity;
  private reading: Promise<void> | undefined;

  constructor(@Inject(RATE_LIMIT_REDIS) private readonly redis: Redis) {}

  /** Returns the time since which it is on (ISO 8601), or null. While Redis is unavailable the last known value counts. */
  async onSince(): Promise<string | null> {
    if (performance.now() - this.readAt >= MAX_AGE_MS) await (this.reading ??= this.read());
    return this.since;
  }

  async isOn(): Promise<boolean> {
    return (await this.onSince()) !== null;
  }

  async set(isOn: boolean): Promise<void> {
    if (isOn) await this.redis.set(KEY, new Date().toISOString(), 'NX');
    else await this.redis.del(KEY);
    // A read that began before the change may return the former value.
    await this.reading;
    await this.read();
  }

  private async read(): Promise<void> {
    try {
      this.since = await this.redis.get(KEY);
    } catch (error) {
      if (!isRedisUnavailable(error)) throw error;
    } finally {
      this.readAt = performance.now();
      this.reading = undefined;
    }
  }
}
