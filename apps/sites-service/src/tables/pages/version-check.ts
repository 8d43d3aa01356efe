import { type KeptCheck, showsNotice } from '@haru/page-check/kept-check';

/** The check was not finished; ten minutes passed since publishing; the page had 100 views; or the rules changed. */
export type RecheckReason = 'unfinished' | 'time' | 'views' | 'rules';

/**
 * It is the result of the check of a version. Visitors see a notice before a page with `unfinished`, until a later check
 * has read it; after `MAX_FAILED_CHECKS` a moderator decides.
 */
export interface VersionCheck extends KeptCheck {
  /** The result comes from a recheck of the live page. */
  look?: { at: string; reason: RecheckReason };
}

export const MAX_FAILED_CHECKS = 2;

/** Writes `showsNotice` in SQL. @param check a column */
export const SHOWS_NOTICE = (check: string): string =>
  `(${check}->>'outcome' = 'notice' OR ${check} ? 'unfinished') AND NOT ${check} ? 'isDismissed'`;

/** Returns the parts of the check for an answer: secrets in the page, and whether visitors first see the notice. */
export function noteOf(check: VersionCheck): Pick<VersionCheck, 'secrets'> & { underReview?: true } {
  return { secrets: check.secrets, underReview: showsNotice(check) || undefined };
}
