import type { VersionCheck } from '../tables/pages/version-check.js';
import type { PageCheck } from './check-page.js';

type Check = Pick<PageCheck, 'isComplete' | 'hasField' | 'dropped' | 'version' | 'signals'>;

/**
 * What is kept of a check. What it did not read of a page without a field is shown: nothing of it was dropped, and there is
 * no form that it could belong to.
 * @param failed checks of this version, if this one did not end either
 */
export function keptCheck(
  { outcome, isComplete, hasField, dropped, version, signals }: Check & { outcome: 'passed' | 'notice' },
  failed = 0,
): VersionCheck {
  const isPartial = outcome === 'passed' && (!isComplete || dropped);
  const isUnfinished = isPartial && (hasField || dropped);
  const kept: VersionCheck = { outcome: isPartial ? 'partial' : outcome, rules: version, signals };
  return isUnfinished ? { ...kept, unfinished: failed } : kept;
}
