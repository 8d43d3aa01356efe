import { setFlagsFromString } from 'node:v8';
import { Piscina } from 'piscina';
import type { CheckSettings, PageCheck } from '../check-page.js';
import type { PageTask } from './check-worker.js';
import { FairTurns } from './fair-turns.js';

const MAX_HEAP_MB = 160;
/** Budgets end a page far earlier, unless something in it cannot be interrupted. */
const MAX_CPU_MS = 5_000;
const WATCH_MS = 500;
/** The shortest page costs as much as this many characters. */
const PAGE_COST = 2_000;
/** This was measured for a page of 1 MiB; it counts until pages have been measured. */
const FIRST_MS_PER_CHARACTER = 0.000_15;
/** It is the weight of the latest page in the average. */
const LATEST_SHARE = 0.2;

/** Tests run the sources, which are TypeScript. */
const WORKER = `./check-worker.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`;

export interface Logger {
  error: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
}

/** The default is to check a document. */
export interface PageTurn extends Partial<Omit<PageTask, 'html'>> {
  /** The page came from this account and this network. */
  clients?: readonly string[];
  signal?: AbortSignal;
}

interface Thread<Result> {
  run: (tasks: readonly PageTask[], options: { signal: AbortSignal }) => Promise<readonly Result[]>;
  cpuMs: () => Promise<number | undefined>;
  destroy: () => Promise<void>;
}

// A thread has the young heap that the flag of the process sets, and `maxYoungGenerationSizeMb` does not change that. So
// the flag is set here: threads that start later have 24 MB less and are as fast. The main thread has read it before.
setFlagsFromString('--max-semi-space-size=4');

function startThread(logger: Logger, workerData: CheckSettings): Thread<PageCheck> {
  const pool = new Piscina<readonly PageTask[], PageCheck[]>({
    filename: new URL(WORKER, import.meta.url).href,
    name: 'check',
    // A thread takes 40 MB. Without pages for a minute it ends, and the next page waits a quarter of a second for a new one.
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 60_000,
    recordTiming: false,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  // A thread without a task may fail; without a listener the process would end.
  pool.on('error', (error: unknown) => logger.error({ err: error }, 'a thread that checks pages failed'));
  return {
    run: (tasks, options) => pool.run(tasks, options),
    async cpuMs() {
      const usage = await pool.threads[0]?.cpuUsage();
      return usage && (usage.user + usage.system) / 1_000;
    },
    destroy: () => pool.destroy(),
  };
}

/** Reads pages in a thread of its own, one after the other; clients take turns, short pages first. */
export class PageThread<Result> {
  private readonly turns = new FairTurns<PageTask, Result>((tasks) => this.runMeasured(tasks));
  private msPerCharacter = FIRST_MS_PER_CHARACTER;

  static start(logger: Logger, settings: CheckSettings): PageThread<PageCheck> {
    return new PageThread(logger, startThread(logger, settings));
  }

  constructor(
    private readonly logger: Logger,
    private readonly thread: Thread<Result>,
    private readonly watchMs = WATCH_MS,
  ) {}

  /** Estimates how long this page would wait after the current one has ended. */
  waitMs(html: string, { clients = [] }: PageTurn): number {
    return this.turns.costBefore({ clients, cost: costOf({ html }) }) * this.msPerCharacter;
  }

  /**
   * A page that waits until the signal aborts is never read. One that is being read by then is finished: ending the
   * thread would delay the next pages, and a flood of large pages would end it for each of them.
   * @throws when too many pages wait, the reason of `signal`, and what fails in the thread
   */
  readonly run = (
    html: string,
    { clients = [], signal, kind = 'document', isCompared = false, format, title }: PageTurn = {},
  ): Promise<Result> => {
    const item = { html, kind, isCompared, format, title };
    return this.turns.pass({ item, clients, cost: costOf(item), signal });
  };

  private async runMeasured(tasks: readonly PageTask[]): Promise<readonly Result[]> {
    const startedAt = performance.now();
    const results = await this.runBounded(tasks);
    const cost = tasks.reduce((sum, task) => sum + costOf(task), 0);
    this.msPerCharacter += LATEST_SHARE * ((performance.now() - startedAt) / cost - this.msPerCharacter);
    return results;
  }

  /** Bounds the thread's processor time: on a busy machine a page may take many times as long. */
  private async runBounded(tasks: readonly PageTask[]): Promise<readonly Result[]> {
    const limit = new AbortController();
    let first: number | undefined;
    const watch = setInterval(() => {
      this.thread.cpuMs().then(
        (used) => {
          first ??= used;
          if (used !== undefined && first !== undefined && used - first > MAX_CPU_MS) limit.abort();
        },
        // The thread ended meanwhile; if it did so without an answer, its task fails.
        (error: unknown) => this.logger.warn({ err: error }, 'the processor time of a thread could not be read'),
      );
    }, this.watchMs);
    try {
      return await this.thread.run(tasks, { signal: limit.signal });
    } catch (error) {
      if (!limit.signal.aborted) throw error;
      throw new Error(`pages took more than ${MAX_CPU_MS} ms of processor time`, { cause: error });
    } finally {
      clearInterval(watch);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.destroy();
  }
}

const costOf = ({ html }: Pick<PageTask, 'html'>): number => html.length + PAGE_COST;
