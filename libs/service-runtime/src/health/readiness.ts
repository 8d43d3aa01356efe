/** A check passes when it resolves. One that hangs counts as failed after a second, and is not asked again meanwhile. */
type ReadinessCheck = () => Promise<unknown>;

/** Passes when what the check of the same name needs answers a new client: over a connection made for this question. */
export type Probe = () => Promise<unknown>;

export interface ReadinessReport {
  ready: boolean;
  phase: Phase;
  /** By name: `ok`, or why not. Several checks of one name count as one, with the first fault. */
  checks: Record<string, string>;
}

type Phase = 'starting' | 'running' | 'stopping';

const CHECK_WITHIN_MS = 1_000;

interface Watched {
  name: string;
  check: ReadinessCheck;
  probe: Probe | undefined;
  /** How often it has passed, late or in time. */
  passes: number;
  /** Its last question, while that has no answer. */
  underWay?: Promise<string>;
}

/**
 * Whether this process should be sent work: between its start and SIGTERM, while everything it needs answers.
 * The libraries that hold a connection enter a check for it; apps need not.
 */
export class Readiness {
  private readonly checks = new Set<Watched>();
  private current: Phase = 'starting';

  get phase(): Phase {
    return this.current;
  }

  /** From SIGTERM on; work that still comes is done, and answered with `Connection: close`. */
  get isStopping(): boolean {
    return this.current === 'stopping';
  }

  enter(phase: Phase): void {
    this.current = phase;
  }

  /**
   * @param probe whether the same dependency answers others; without it a failing check never counts as the process's own fault
   * @returns a function that takes the check out again.
   */
  watch(name: string, check: ReadinessCheck, probe?: Probe): () => void {
    const entry: Watched = { name, check, probe, passes: 0 };
    this.checks.add(entry);
    return () => void this.checks.delete(entry);
  }

  /** How often the checks of this name have passed so far; of several, the one that passed least. */
  passesOf(name: string): number {
    return Math.min(...[...this.checks].filter((watched) => watched.name === name).map(({ passes }) => passes));
  }

  probesOf(name: string): Probe[] {
    return [...this.checks].flatMap((watched) => (watched.name === name && watched.probe ? [watched.probe] : []));
  }

  /** Asks all checks concurrently; answers within about a second, whatever they do. */
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
  // One question at a time: those to a server that is away must not pile up.
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

/** This process's own. */
export const readiness = new Readiness();
