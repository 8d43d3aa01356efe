import type { VersionCheck } from '../tables/pages/version-check.js';
import type { PageCheck } from './check-page.js';

type Check = Pick<PageCheck, 'isComplete' | 'hasField' | 'dropped' | 'version' | 'signals'>;

/**
 * Returns the part of a check that is stored. A page without a field is shown even if not all rules were applied, as
 * long as the page was read completely.
 * @param failed how many checks of this version failed, if this one did not finish either
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
