import { availableParallelism } from 'node:os';
import type { PageRuleSettings } from '@haru/contracts';
import { Semaphore } from '@haru/service-runtime';
import type { OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import type { PageCheck } from '../check-page.js';

/** One thread checks about eight pages of 1 MiB a second, or thousands of 1 KB. */
const MAX_THREADS = 2;
const MAX_QUEUED = 256;
const MAX_HEAP_MB = 160;
/** On a machine with much memory it would be more than 100 for each thread. */
const MAX_YOUNG_HEAP_MB = 16;
/** Of a check alone. Its budget of processor time ends it far earlier, unless something in it cannot be interrupted. */
const MAX_RUN_MS = 5_000;
const THREADS = Math.max(1, Math.min(MAX_THREADS, availableParallelism() - 1));

/** As TypeScript where tests run the sources. */
const worker = import.meta.url.endsWith('.ts') ? './check-worker.ts' : './check-worker.js';

export interface CheckSettings {
  rules: PageRuleSettings;
  /** Milliseconds of processor time for each page; the default is that of publishing. */
  budgetMs?: number;
  /** Whether the owner is warned of secret keys in the page. */
  findsSecrets?: boolean;
  /** Threads that stay while there is nothing to check. */
  minThreads?: number;
}

interface Logger {
  error: (details: object, message: string) => void;
}
type Threads = Pick<Piscina<string, PageCheck>, 'run' | 'destroy'>;

function startThreads(logger: Logger, settings: CheckSettings): Threads {
  const threads = new Piscina<string, PageCheck>({
    filename: new URL(worker, import.meta.url).href,
    minThreads: settings.minThreads ?? 1,
    maxThreads: THREADS,
    idleTimeout: 60_000,
    recordTiming: false,
    workerData: settings,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: MAX_YOUNG_HEAP_MB },
  });
  // Of a thread without a task: without a listener the process would end.
  threads.on('error', (error: unknown) => logger.error({ err: error }, 'a thread that checks pages failed'));
  return threads;
}

/** Checks pages in threads of its own. */
export class CheckPool implements OnApplicationShutdown {
  private readonly turns = new Semaphore(THREADS, MAX_QUEUED);

  constructor(
    logger: Logger,
    settings: CheckSettings,
    private readonly threads = startThreads(logger, settings),
  ) {}

  /**
   * A check that waits until `signal` aborts never starts. One that runs by then goes on: ending its thread would leave the next
   * pages without one, and a flood of large pages would end all of them.
   * @throws QueueFullError, the reason of `signal`, and what fails in the thread
   */
  readonly check = (html: string, signal: AbortSignal): Promise<PageCheck> => {
    const aborted = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    });
    const run = () => this.threads.run(html, { signal: AbortSignal.timeout(MAX_RUN_MS) });
    const checked = this.turns.pass(run, signal);
    return Promise.race([checked, aborted]);
  };

  async onApplicationShutdown(): Promise<void> {
    await this.threads.destroy();
  }
}
