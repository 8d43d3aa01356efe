/** A check passes when it resolves. One that hangs counts as failed after a second, and is not run again meanwhile. */
type ReadinessCheck = () => Promise<unknown>;

/** A probe passes when the dependency of the check of the same name answers over a new connection. */
export type Probe = () => Promise<unknown>;

export interface ReadinessReport {
  ready: boolean;
  phase: Phase;
  /** The result by name is `ok`, or the failure. Several checks of one name count as one, with the first fault. */
  checks: Record<string, string>;
}

type Phase = 'starting' | 'running' | 'stopping';

const CHECK_WITHIN_MS = 1_000;

interface Watched {
  name: string;
  check: ReadinessCheck;
  probe: Probe | undefined;
  /** Counts the passes, late or in time. */
  passes: number;
  /** The check that is still running, if any. */
  underWay?: Promise<string>;
}

/**
 * Tells whether this process should get work: between its start and SIGTERM, while all its dependencies answer.
 * Libraries that hold a connection add a check for it; apps need not.
 */
export class Readiness {
  private readonly checks = new Set<Watched>();
  private current: Phase = 'starting';

  get phase(): Phase {
    return this.current;
  }

  /** From SIGTERM on, further work is done and answered with `Connection: close`. */
  get isStopping(): boolean {
    return this.current === 'stopping';
  }

  enter(phase: Phase): void {
    this.current = phase;
  }

  /**
   * @param probe whether the same dependency answers others; without it a failing check never counts as the process's
   * own fault
   * @returns a function that removes the check again
   */
  watch(name: string, check: ReadinessCheck, probe?: Probe): () => void {
    const entry: Watched = { name, check, probe, passes: 0 };
    this.checks.add(entry);
    return () => void this.checks.delete(entry);
  }

  /** Returns how often the checks of this name have passed so far; of several, the one that passed least. */
  passesOf(name: string): number {
    return Math.min(...[...this.checks].filter((watched) => watched.name === name).map(({ passes }) => passes));
  }

  probesOf(name: string): Probe[] {
    return [...this.checks].flatMap((watched) => (watched.name === name && watched.probe ? [watched.probe] : []));
  }

  /** Runs all checks concurrently; answers within about a second, whatever they do. */
  async report(): Promise<ReadinessReport> {
    const asked = [...this.checks].map(async (watched) => ({ name: watched.name, answer: await answerOf(watched) }));
    const checks: Record<string, string> = {};
    for (const { name, answer } of await Promise.all(asked)) {
      if (checks[name] === undefined || checks[name] === 'ok') checks[name] = answer;
    }
    const isWell = Object.values(checks).every((answer) => answer === 'ok');
    return { ready: this.current === 'running' && isWell, phase: this.current, checks };
  }
}

async function answerOf(watched: Watched): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(`no answer within ${CHECK_WITHIN_MS} ms`), CHECK_WITHIN_MS);
  });
  // One check runs at a time: those of an unavailable server must not pile up.
  watched.underWay ??= ask(watched).finally(() => (watched.underWay = undefined));
  try {
    return await Promise.race([watched.underWay, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function ask(watched: Watched): Promise<string> {
  try {
    await watched.check();
    watched.passes += 1;
    return 'ok';
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)) || 'failed';
  }
}

/** This is the readiness of this process. */
export const readiness = new Readiness();
