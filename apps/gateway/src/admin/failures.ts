import { isRedisUnavailable } from '@haru/service-runtime';
import type { Redis } from 'ioredis';

const HOUR_MS = 3_600_000;
/** This is a day longer than the admin's numbers go back. */
const KEPT_SECONDS = 3 * 24 * 3600;

const keyOf = (hour: number): string => `haru:failures:${hour}`;

/** Counts answers with status 500 and above, of all gateways, by the hour, unless Redis is unavailable. */
export class Failures {
  private isUnavailable = false;

  constructor(
    private readonly redis: Redis,
    private readonly logger: { warn(...line: unknown[]): void },
  ) {}

  /** Resolves after the failure was counted or logged; it never rejects. */
  async note(): Promise<void> {
    const key = keyOf(Math.floor(Date.now() / HOUR_MS));
    try {
      await this.redis.multi().incr(key).expire(key, KEPT_SECONDS).exec();
      this.isUnavailable = false;
    } catch (error) {
      this.log(error);
    }
  }

  /** Returns the counts of the last `hours`, by hour (ISO 8601). */
  async perHour(hours: number): Promise<Map<string, number>> {
    const last = Math.floor(Date.now() / HOUR_MS);
    const wanted = Array.from({ length: hours }, (_, index) => last - index);
    const counts = await this.redis.mget(wanted.map(keyOf));
    return new Map(wanted.map((hour, index) => [new Date(hour * HOUR_MS).toISOString(), Number(counts[index] ?? 0)]));
  }

  /** Logs one line for an outage, however many answers fail in it. */
  private log(error: unknown): void {
    if (!isRedisUnavailable(error)) return this.logger.warn({ err: error }, 'a failed answer was not counted');
    if (!this.isUnavailable) this.logger.warn('failed answers are not counted while Redis is unavailable');
    this.isUnavailable = true;
  }
}
