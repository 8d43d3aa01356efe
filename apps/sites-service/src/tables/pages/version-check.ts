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

/** Ten minutes after publishing, at 100 views, or because the rules changed. */
export type LookReason = 'time' | 'views' | 'rules';

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
  /** Absent where none was found. */
  secrets?: PageSecret[];
  /** A moderator found nothing wrong with this version: it gets no notice again. */
  isDismissed?: true;
  /** The result is that of a later look at the live page. */
  look?: { at: string; reason: LookReason };
}

/** What an answer says about secrets in the page. */
export function secretsOf({ secrets }: VersionCheck): Pick<VersionCheck, 'secrets'> {
  return secrets ? { secrets } : {};
}
