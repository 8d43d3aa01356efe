import type { OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { FairTurns } from './fair-turns.js';

const MAX_WAITING = 256;
const MAX_HEAP_MB = 160;
/** On a machine with much memory it would be more than 100 for each thread. */
const MAX_YOUNG_HEAP_MB = 16;
/** Of processor time for one page. Budgets end it far earlier, unless something in it cannot be interrupted. */
const MAX_CPU_MS = 5_000;
const WATCH_MS = 500;
/** What a page costs however short it is, in characters. */
const PAGE_COST = 2_000;
/** Of a page of 1 MiB, as long as none was measured. */
const FIRST_MS_PER_CHARACTER = 0.000_15;
/** Of the latest page in the average. */
const LATEST_SHARE = 0.2;

/** As TypeScript where tests run the sources. */
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

interface ThreadSettings {
  /** Of the module that it runs, from here, without its extension; and the name of the function. */
  module: string;
  name: string;
  data?: object;
  /** 0: the thread ends while there is nothing to do. */
  minThreads?: 0 | 1;
}

interface Logger {
  error: (details: object, message: string) => void;
}

export interface PageTurn {
  /** The account and the network that the page is from. */
  clients?: readonly string[];
  signal?: AbortSignal;
}

interface Thread<Result> {
  run: (html: string, options: { signal: AbortSignal }) => Promise<Result>;
  cpuMs: () => Promise<number | undefined>;
  destroy: () => Promise<void>;
}

function startThread<Result>(logger: Logger, settings: ThreadSettings): Thread<Result> {
  const pool = new Piscina<string, Result>({
    filename: new URL(`${settings.module}.${extension}`, import.meta.url).href,
    name: settings.name,
    minThreads: settings.minThreads ?? 1,
    maxThreads: 1,
    idleTimeout: 60_000,
    recordTiming: false,
    workerData: settings.data,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_HEAP_MB },
  });
  // Of a thread without a task: without a listener the process would end.
  pool.on('error', (error: unknown) => logger.error({ err: error }, 'a thread that checks pages failed'));
  return {
    run: (html, options) => pool.run(html, options),
    async cpuMs() {
      const usage = await pool.threads[0]?.cpuUsage().catch(() => undefined);
      return usage && (usage.user + usage.system) / 1_000;
    },
    destroy: () => pool.destroy(),
  };
}

/** Reads pages in a thread of its own, one at a time; clients take turns, short pages first. */
export class PageThread<Result> implements OnApplicationShutdown {
  private readonly turns = new FairTurns(MAX_WAITING);
  private msPerCharacter = FIRST_MS_PER_CHARACTER;

  constructor(
    logger: Logger,
    settings: ThreadSettings,
    private readonly thread: Thread<Result> = startThread(logger, settings),
    private readonly watchMs = WATCH_MS,
  ) {}

  /** How long this page would probably wait once the one that is read has ended. */
  waitMs(html: string, { clients = [] }: PageTurn): number {
    return this.turns.costBefore({ clients, cost: html.length + PAGE_COST }) * this.msPerCharacter;
  }

  /**
   * A page that waits until the signal aborts is never read. One that is read by then is read on: ending the thread would
   * leave the next pages without it, and a flood of large pages would end it for all of them.
   * @throws QueueFullError, the reason of `signal`, and what fails in the thread
   */
  readonly run = (html: string, { clients = [], signal }: PageTurn = {}): Promise<Result> => {
    const cost = html.length + PAGE_COST;
    const done = this.turns.pass({ clients, cost, signal }, async () => {
      const startedAt = performance.now();
      const result = await this.runBounded(html);
      this.msPerCharacter += LATEST_SHARE * ((performance.now() - startedAt) / cost - this.msPerCharacter);
      return result;
    });
    if (!signal) return done;
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    return Promise.race([done, aborted]);
  };

  /** By the thread's processor time: on a busy machine a page may take many times as long. */
  private async runBounded(html: string): Promise<Result> {
    const limit = new AbortController();
    let first: number | undefined;
    const watch = setInterval(() => {
      void this.thread.cpuMs().then((used) => {
        first ??= used;
        if (used !== undefined && first !== undefined && used - first > MAX_CPU_MS) limit.abort();
      });
    }, this.watchMs);
    try {
      return await this.thread.run(html, { signal: limit.signal });
    } catch (error) {
      if (!limit.signal.aborted) throw error;
      throw new Error(`a page took more than ${MAX_CPU_MS} ms of processor time`, { cause: error });
    } finally {
      clearInterval(watch);
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.thread.destroy();
  }
}
