import type { Redis } from 'ioredis';

const RESYNC_MS = 30_000;
/** How often the machine's own clock is looked at. */
const STEP_CHECK_MS = 1_000;
/** So far may the machine's clock move against the monotonic one before Redis, which may have it from there, is asked again. */
const MAX_STEP_MS = 100;

/**
 * The time as Redis has it. Caller and replica both read deadlines by it, so that a machine whose own clock
 * is off neither drops good work nor does dead work. Between two answers of Redis the monotonic clock counts: a step of
 * the machine's clock changes nothing until Redis says so too. Right to half a round trip.
 */
export class RedisClock {
  /** Redis's time minus the monotonic clock. */
  private offsetMs = performance.timeOrigin;
  /** The machine's time minus the monotonic clock, when Redis was last asked. */
  private machineOffsetMs = Date.now() - performance.now();
  private readonly timers: NodeJS.Timeout[];

  constructor(private readonly redis: Redis) {
    redis.on('ready', () => void this.sync());
    this.timers = [
      setInterval(() => void this.sync(), RESYNC_MS),
      setInterval(() => this.checkForStep(), STEP_CHECK_MS),
    ];
    for (const timer of this.timers) timer.unref();
  }

  /** Milliseconds since 1970. */
  now(): number {
    return performance.now() + this.offsetMs;
  }

  async sync(): Promise<void> {
    if (this.redis.status !== 'ready') return;
    const asked = performance.now();
    this.machineOffsetMs = Date.now() - asked;
    try {
      const [seconds, microseconds] = await this.redis.time();
      const theirs = Number(seconds) * 1_000 + Number(microseconds) / 1_000;
      this.offsetMs = theirs - (asked + performance.now()) / 2;
    } catch {
      // The connection went away: the offset we have stands until the next one is ready and asks again.
    }
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** Where Redis runs on this machine its clock has stepped too. */
  private checkForStep(): void {
    const step = Date.now() - performance.now() - this.machineOffsetMs;
    if (Math.abs(step) > MAX_STEP_MS) void this.sync();
  }
}
