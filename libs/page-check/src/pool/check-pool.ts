import { type PageRuleSettings, type PageSecret, ServiceError } from '@haru/contracts';
import type { PageCheck } from '../check-page.js';
import { mayHaveField } from '../plain-page.js';
import { type Logger, PageThread, type PageTurn } from './page-thread.js';

/** A longer page counts as long. A thread checks thousands of pages of 1 KB a second, or eight of 1 MiB. */
const MAX_SHORT = 65_536;
/** A long page that would wait longer than its check may take is refused. */
const MAX_WAIT_MS = 2_000;

export interface CheckSettings {
  rules: PageRuleSettings;
  /** It is in milliseconds of processor time for each page; the default is that of publishing. */
  budgetMs?: number;
}

/** Starts a thread that applies the rules. */
export function checkThread(logger: Logger, data: CheckSettings, minThreads: 0 | 1): PageThread<PageCheck> {
  return new PageThread(logger, { module: './check-worker', name: 'check', data, minThreads });
}

interface Threads<Check, Secrets> {
  short: PageThread<Check>;
  long: PageThread<Check>;
  secrets: PageThread<Secrets>;
}

/** Checks pages in threads before they are published; short pages never wait for long ones. */
export class CheckPool<Check = PageCheck, Secrets = PageSecret[]> {
  static start(logger: Logger, data: CheckSettings): CheckPool {
    return new CheckPool({
      short: checkThread(logger, data, 1),
      long: checkThread(logger, data, 0),
      secrets: new PageThread(logger, { module: '../secrets', name: 'findSecrets', minThreads: 0 }),
    });
  }

  constructor(private readonly threads: Threads<Check, Secrets>) {}

  /** @throws ServiceError SERVICE_BUSY; what `PageThread.run` throws */
  readonly check = async (html: string, turn: PageTurn): Promise<Check> => {
    const { short, long } = this.threads;
    if (html.length <= MAX_SHORT || !mayHaveField(html)) return short.run(html, turn);
    const waitMs = long.waitMs(html, turn);
    if (waitMs > MAX_WAIT_MS) {
      throw new ServiceError('SERVICE_BUSY', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    }
    return long.run(html, turn);
  };

  readonly findSecrets = (html: string, turn: PageTurn): Promise<Secrets> => this.threads.secrets.run(html, turn);

  /** Nest calls it when the process ends. */
  async onApplicationShutdown(): Promise<void> {
    const { short, long, secrets } = this.threads;
    await Promise.all([short, long, secrets].map((thread) => thread.onApplicationShutdown()));
  }
}
