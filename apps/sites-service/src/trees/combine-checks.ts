import type { KeptCheck } from '@haru/page-check';

/** They are sorted by weight, and the last one is the most serious. */
const OUTCOMES = ['passed', 'partial', 'unchecked', 'notice'] as const satisfies readonly KeptCheck['outcome'][];
const MAX_SIGNALS = 50;

/**
 * Combines the results of a page's documents: the most serious outcome, and what was found in all of them.
 * @param rules the version of the rules for a page without documents
 */
export function combineChecks(checks: readonly KeptCheck[], rules: number): KeptCheck {
  const outcomes = new Set(checks.map(({ outcome }) => outcome));
  const versions = checks.length === 0 ? [rules] : checks.map((check) => check.rules);
  const unfinished = checks.flatMap((check) => check.unfinished ?? []);
  const secrets = checks.flatMap((check) => check.secrets ?? []);
  return {
    outcome: OUTCOMES.findLast((outcome) => outcomes.has(outcome)) ?? 'passed',
    rules: versions.includes(null) ? null : Math.min(...versions.flatMap((version) => version ?? [])),
    signals: checks.flatMap(({ signals }) => signals).slice(0, MAX_SIGNALS),
    ...(unfinished.length > 0 ? { unfinished: Math.max(...unfinished) } : {}),
    ...(secrets.length > 0 ? { secrets } : {}),
  };
}
