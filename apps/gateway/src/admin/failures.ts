import type { Redis } from 'ioredis';

const HOUR_MS = 3_600_000;
/** A day longer than the numbers look back. */
const KEPT_SECONDS = 3 * 24 * 3600;

const keyOf = (hour: number): string => `haru:failures:${hour}`;

/** Answers with status 500 and above, of all gateways, by the hour. What happens while Redis is away is not counted. */
export class Failures {
  constructor(
    private readonly redis: Redis,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Notes one; nobody waits for it. */
  note(): void {
    const key = keyOf(Math.floor(Date.now() / HOUR_MS));
    this.redis.multi().incr(key).expire(key, KEPT_SECONDS).exec().catch(this.onError);
  }

  /** By hour (ISO 8601), of the last `hours`. */
  async perHour(hours: number): Promise<Map<string, number>> {
    const last = Math.floor(Date.now() / HOUR_MS);
    const wanted = Array.from({ length: hours }, (_, index) => last - index);
    const counts = await this.redis.mget(wanted.map(keyOf));
    return new Map(wanted.map((hour, index) => [new Date(hour * HOUR_MS).toISOString(), Number(counts[index] ?? 0)]));
  }
}
