import type { PageRuleId, PageSecret } from '@haru/contracts';

/** A place where a rule matched. Line and column count from 1. */
export interface Signal {
  rule: PageRuleId;
  weight: number;
  line: number;
  column: number;
  excerpt: string;
  /** Whose name or image it is; of `brand` rules. */
  brand?: string;
}

/** The check was not finished; ten minutes after publishing; at 100 views; or because the rules changed. */
export type RecheckReason = 'unfinished' | 'time' | 'views' | 'rules';

/** The result of the check that a version of a page passed. */
export interface VersionCheck {
  /**
   * `notice`: visitors see a notice before the page. `partial`: the page took too much processor time, and the rest of it was not read. `unchecked`: the checker was not
   * available, or not in time.
   */
  outcome: 'passed' | 'notice' | 'partial' | 'unchecked';
  /** Version of the rules; null where none was applied. */
  rules: number | null;
  signals: Signal[];
  /**
   * What was not read may ask for something, so visitors see a notice until a later check has read it. So many of those
   * failed; after `MAX_FAILED_CHECKS` a moderator decides.
   */
  unfinished?: number;
  /** Absent where none was found. */
  secrets?: PageSecret[];
  /** A moderator found nothing wrong with this version: it gets no notice again. */
  isDismissed?: true;
  /** The result is that of a later look at the live page. */
  look?: { at: string; reason: RecheckReason };
}

export const MAX_FAILED_CHECKS = 2;

/** Whether visitors first see the notice. */
export function showsNotice({ outcome, unfinished }: VersionCheck): boolean {
  return outcome === 'notice' || unfinished !== undefined;
}

/** The same in SQL, where a moderator may have dismissed it. @param check a column */
export const SHOWS_NOTICE = (check: string): string =>
  `(${check}->>'outcome' = 'notice' OR ${check} ? 'unfinished') AND NOT ${check} ? 'isDismissed'`;

/** What an answer says of the check: about secrets in the page, and that visitors first see the notice. */
export function noteOf(check: VersionCheck): Pick<VersionCheck, 'secrets'> & { underReview?: true } {
  const { secrets } = check;
  return { ...(secrets ? { secrets } : {}), ...(showsNotice(check) ? { underReview: true } : {}) };
}
