import type { UnavailableReason } from '../../sites/site-visibility.js';
import type { ReadyPage } from '../cache/ready-page.js';

/** A path shows a page, or none for this reason. */
export type Answer = ReadyPage | UnavailableReason;

/**
 * One place where the answer for a path can be: memory, the database behind its breaker, a manifest in storage.
 * `PageCache` asks them in this order.
 */
export interface PageSource {
  /** @returns undefined when the next source must be asked */
  find(path: string): Promise<Answer | undefined> | Answer | undefined;
}
