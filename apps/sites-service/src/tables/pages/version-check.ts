import type { PageRuleId, PageSecret } from '@haru/contracts';

/** A rule matched at this place. Line and column count from 1. */
export interface Signal {
  rule: PageRuleId;
  weight: number;
  line: number;
  column: number;
  excerpt: string;
  /** The name or image belongs to this brand; only `brand` rules have it. */
  brand?: string;
}

/** The check was not finished; ten minutes passed since publishing; the page had 100 views; or the rules changed. */
export type RecheckReason = 'unfinished' | 'time' | 'views' | 'rules';

/** It is the result of the check of a version. */
export interface VersionCheck {
  /**
   * `notice`: visitors see a notice before the page. `partial`: the page took too much processor time, and the rest of
   * it was not read. `unchecked`: the checker was not available, or not in time.
   */
  outcome: 'passed' | 'notice' | 'partial' | 'unchecked';
  /** It is the version of the rules; null when none was applied. */
  rules: number | null;
  signals: Signal[];
  /**
   * The unread part may ask for something, so visitors see a notice until a later check has read it. This many such
   * checks failed; after `MAX_FAILED_CHECKS` a moderator decides.
   */
  unfinished?: number;
  /** It is absent when none was found. */
  secrets?: PageSecret[];
  /** A moderator found nothing wrong with this version: it gets no notice again. */
  isDismissed?: true;
  /** The result comes from a recheck of the live page. */
  look?: { at: string; reason: RecheckReason };
}

export const MAX_FAILED_CHECKS = 2;

/** Whether visitors first see the notice. */
export function showsNotice({ outcome, unfinished }: VersionCheck): boolean {
  return outcome === 'notice' || unfinished !== undefined;
}

/** Writes the same in SQL, and respects a moderator's dismissal. @param check a column */
export const SHOWS_NOTICE = (check: string): string =>
  `(${check}->>'outcome' = 'notice' OR ${check} ? 'unfinished') AND NOT ${check} ? 'isDismissed'`;

/** Returns the parts of the check for an answer: secrets in the page, and whether visitors first see the notice. */
export function noteOf(check: VersionCheck): Pick<VersionCheck, 'secrets'> & { underReview?: true } {
  const { secrets } = check;
  return { ...(secrets ? { secrets } : {}), ...(showsNotice(check) ? { underReview: true } : {}) };
}
