import type { PageCheck } from './check-page.js';

/** It is the part of a check that is stored with the version of a page. */
export interface KeptCheck extends Pick<PageCheck, 'signals' | 'isTransformed' | 'mayMakeField' | 'secrets'> {
  /**
   * `notice`: visitors see a notice before the page. `partial`: the page took too much processor time, and the rest of
   * it was not read. `unchecked`: the checker was not available, or not in time.
   */
  outcome: 'passed' | 'notice' | 'partial' | 'unchecked';
  /** It is the version of the rules; null when none was applied. */
  rules: number | null;
  /** The unread part may ask for something. This many later checks did not finish either. */
  unfinished?: number;
  /** A moderator found nothing wrong with this content: it gets no notice again. */
  isDismissed?: true;
}

/**
 * Returns the part of a check that is stored. A page without a field is shown even if not all rules were applied, as
 * long as the page was read completely.
 * @param failed how many checks of this version failed, if this one did not finish either
 */
export function keptCheck(check: PageCheck & { outcome: 'passed' | 'notice' }, failed = 0): KeptCheck {
  const { outcome, isComplete, hasField, dropped, version, signals, isTransformed, mayMakeField } = check;
  const isPartial = outcome === 'passed' && (!isComplete || dropped);
  const isUnfinished = isPartial && (hasField || dropped);
  return {
    outcome: isPartial ? 'partial' : outcome,
    rules: version,
    signals,
    ...(isUnfinished && { unfinished: failed }),
    ...(isTransformed && { isTransformed }),
    ...(mayMakeField && { mayMakeField }),
  };
}

/** Whether visitors first see the notice. */
export function showsNotice({ outcome, unfinished, isDismissed }: KeptCheck): boolean {
  return (outcome === 'notice' || unfinished !== undefined) && !isDismissed;
}
