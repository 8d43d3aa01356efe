import type { Redis } from 'ioredis';

const RESYNC_MS = 30_000;
/** The machine's own clock is checked at this interval. */
const STEP_CHECK_MS = 1_000;
/** If the machine's clock moves further against the monotonic one, Redis is asked again. */
const MAX_STEP_MS = 100;

/**
 * Returns the time of Redis. Caller and replica both compare deadlines with it, so that a machine whose own clock is
 * wrong neither drops good work nor does useless work. Between two answers of Redis the monotonic clock counts: a step
 * of the machine's clock changes nothing until Redis confirms it. It is exact to half a round trip.
 */
export class RedisClock {
  /** This is Redis's time minus the monotonic clock. */
  private offsetMs = performance.timeOrigin;
  /** This is the machine's time minus the monotonic clock, when Redis was last asked. */
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

  /** Returns milliseconds since 1970. */
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
      // The connection was lost: the known offset applies until the next one is ready and asks again.
    }
  }

  stop(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** If Redis runs on this machine, its clock has stepped too. */
  private checkForStep(): void {
    const step = Date.now() - performance.now() - this.machineOffsetMs;
    if (Math.abs(step) > MAX_STEP_MS) void this.sync();
  }
}
