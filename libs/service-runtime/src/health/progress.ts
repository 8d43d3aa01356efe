import type { Probe, ReadinessReport } from './readiness.js';

/** A process may lack a dependency for so long while others have it; then it should be restarted. */
const STUCK_AFTER_MS = 120_000;
const CHECK_EVERY_MS = 10_000;

interface Watched {
  report(): Promise<ReadinessReport>;
  /** Counts the passes, including those later than readiness waits for. */
  passesOf(name: string): number;
  probesOf(name: string): readonly Probe[];
}

/**
 * Measures liveness as progress: a check that fails for two minutes while its dependency answers a new connection shows
 * that this process is stuck, and only a restart helps. While the dependency is unavailable to everybody the process
 * lives: an outage of the database must not have every process killed.
 */
export class Progress {
  private readonly failing = new Map<string, { since: number; passes: number }>();
  private stuckOn: readonly string[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly watched: Watched,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Lists the checks on which this process is stuck. */
  get stuck(): readonly string[] {
    return this.stuckOn;
  }

  start(): void {
    this.timer ??= setInterval(() => void this.check(), CHECK_EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  async check(): Promise<void> {
    const { phase, checks } = await this.watched.report();
    const failing = phase === 'running' ? Object.keys(checks).filter((name) => checks[name] !== 'ok') : [];
    for (const name of this.failing.keys()) if (!failing.includes(name)) this.failing.delete(name);
    for (const name of failing) this.note(name);
    const late = failing.filter((name) => this.now() - (this.failing.get(name)?.since ?? Infinity) >= STUCK_AFTER_MS);
    const answered = await Promise.all(late.map((name) => this.answersOthers(name)));
    this.stuckOn = late.filter((_, index) => answered[index]);
  }

  /** A check that passes late makes slow progress: an overloaded process is not a stuck one. */
  private note(name: string): void {
    const passes = this.watched.passesOf(name);
    const known = this.failing.get(name);
    if (known?.passes !== passes) this.failing.set(name, { since: this.now(), passes });
  }

  private async answersOthers(name: string): Promise<boolean> {
    const probes = this.watched.probesOf(name);
    if (probes.length === 0) return false;
    const answers = await Promise.allSettled(probes.map((probe) => probe()));
    return answers.every(({ status }) => status === 'fulfilled');
  }
}
