import type { KeptCheck } from '@haru/page-check';

/** The later ones say more about the page. */
const OUTCOMES = ['passed', 'partial', 'unchecked', 'notice'] as const satisfies readonly KeptCheck['outcome'][];
const MAX_SIGNALS = 50;

/** Returns the result of a page whose documents have these results: the most serious outcome, with what was found. */
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
