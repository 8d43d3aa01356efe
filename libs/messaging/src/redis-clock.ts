import type { Redis } from 'ioredis';

const RESYNC_MS = 30_000;

/**
 * The time as Redis has it. Caller and replica both read deadlines by it, so that a machine whose own clock
 * is off neither drops good work nor does dead work. Right to half a round trip.
 */
export class RedisClock {
  private offsetMs = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly redis: Redis) {
    redis.on('ready', () => void this.sync());
    this.timer = setInterval(() => void this.sync(), RESYNC_MS);
    this.timer.unref();
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.offsetMs;
  }

  async sync(): Promise<void> {
    if (this.redis.status !== 'ready') return;
    const asked = Date.now();
    try {
      const [seconds, microseconds] = await this.redis.time();
      const theirs = Number(seconds) * 1_000 + Number(microseconds) / 1_000;
      this.offsetMs = theirs - (asked + Date.now()) / 2;
    } catch {
      // The connection went away: the offset we have stands until the next one is ready and asks again.
    }
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
