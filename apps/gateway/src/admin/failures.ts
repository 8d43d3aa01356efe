import { isRedisUnavailable } from '@haru/service-runtime';
import type { Redis } from 'ioredis';

const HOUR_MS = 3_600_000;
/** A day longer than the numbers look back. */
const KEPT_SECONDS = 3 * 24 * 3600;

const keyOf = (hour: number): string => `haru:failures:${hour}`;

/** Answers with status 500 and above, of all gateways, by the hour. What happens while Redis is away is not counted. */
export class Failures {
  private isUnavailable = false;

  constructor(
    private readonly redis: Redis,
    private readonly logger: { warn(...line: unknown[]): void },
  ) {}

  /** Notes one. @returns after it was counted or the failure logged; never rejects */
  async note(): Promise<void> {
    const key = keyOf(Math.floor(Date.now() / HOUR_MS));
    try {
      await this.redis.multi().incr(key).expire(key, KEPT_SECONDS).exec();
      this.isUnavailable = false;
    } catch (error) {
      this.log(error);
    }
  }

  /** By hour (ISO 8601), of the last `hours`. */
  async perHour(hours: number): Promise<Map<string, number>> {
    const last = Math.floor(Date.now() / HOUR_MS);
    const wanted = Array.from({ length: hours }, (_, index) => last - index);
    const counts = await this.redis.mget(wanted.map(keyOf));
    return new Map(wanted.map((hour, index) => [new Date(hour * HOUR_MS).toISOString(), Number(counts[index] ?? 0)]));
  }

  /** One line for an outage, however many answers fail in it. */
  private log(error: unknown): void {
    if (!isRedisUnavailable(error)) return this.logger.warn({ err: error }, 'a failed answer was not counted');
    if (!this.isUnavailable) this.logger.warn('failed answers are not counted while Redis is away');
    this.isUnavailable = true;
  }
}
