import { type PageRuleSettings, ServiceError } from '@haru/contracts';
import type { PageCheck } from '../check-page.js';
import { mayHaveField } from '../plain-page.js';
import { type Logger, PageThread, type PageTurn } from './page-thread.js';

/** A longer page counts as long. A thread checks thousands of pages of 1 KB a second, or eight of 1 MiB. */
const MAX_SHORT = 65_536;
/** A long page that would wait longer than its check may take is refused. */
const MAX_WAIT_MS = 2_000;

/** Checks pages in threads before they are published; short pages never wait for long ones. */
export class CheckPool<Check = PageCheck> {
  static start(logger: Logger, rules: PageRuleSettings): CheckPool {
    return new CheckPool(PageThread.start(logger, { rules }), PageThread.start(logger, { rules }));
  }

  constructor(
    private readonly short: PageThread<Check>,
    private readonly long: PageThread<Check>,
  ) {}

  /** @throws ServiceError SERVICE_BUSY; what `PageThread.run` throws */
  readonly check = async (html: string, turn: PageTurn): Promise<Check> => {
    const isPlain = (turn.kind ?? 'document') === 'document' && turn.format === undefined && !mayHaveField(html);
    if (html.length <= MAX_SHORT || isPlain) return this.short.run(html, turn);
    const waitMs = this.long.waitMs(html, turn);
    if (waitMs > MAX_WAIT_MS) {
      throw new ServiceError('SERVICE_BUSY', { retryAfterSeconds: Math.ceil(waitMs / 1_000) });
    }
    return this.long.run(html, turn);
  };

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.short, this.long].map((thread) => thread.onApplicationShutdown()));
  }
}
