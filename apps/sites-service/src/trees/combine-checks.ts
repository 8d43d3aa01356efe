import type { KeptCheck } from '@haru/page-check';

/** They are sorted by weight, and the last one is the most serious. */
const OUTCOMES = ['passed', 'partial', 'unchecked', 'notice'] as const satisfies readonly KeptCheck['outcome'][];
const MAX_SIGNALS = 50;

/** Combines the results of a page's documents: the most serious outcome, and what was found in all of them. */
export function combineChecks(checks: readonly KeptCheck[], rules: number): KeptCheck {
  const outcomes = new Set(checks.map(({ outcome }) => outcome));
  const secrets = checks.flatMap((check) => check.secrets ?? []);
  return {
    outcome: OUTCOMES.findLast((outcome) => outcomes.has(outcome)) ?? 'passed',
    rules: checks.some((check) => check.rules === null) ? null : rules,
    signals: checks.flatMap(({ signals }) => signals).slice(0, MAX_SIGNALS),
    ...(checks.some(({ unfinished }) => unfinished !== undefined) ? { unfinished: 0 } : {}),
    ...(secrets.length > 0 ? { secrets } : {}),
  };
}
