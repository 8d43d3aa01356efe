export const caseKinds = ['phishing', 'malware', 'rights', 'privacy', 'other'] as const;
export type CaseKind = (typeof caseKinds)[number];

/** Pages of these kinds do harm while their owner is asked, so their owner is not. */
const kindsWithoutInquiry: readonly CaseKind[] = ['phishing', 'malware'];

/** A visitor, the check of a page, or a moderator opened the case. */
export const caseOrigins = ['report', 'check', 'admin'] as const;
export type CaseOrigin = (typeof caseOrigins)[number];

/**
 * `received` → `reviewing` → `inquiry` (the owner is asked, and the answer leads back to `reviewing`) → `stopped` |
 * `dismissed`; `stopped` → `objected` (by the owner) → `decided`, or `stopped` → `decided` where a moderator restores it.
 */
export const caseStates = ['received', 'reviewing', 'inquiry', 'stopped', 'dismissed', 'objected', 'decided'] as const;
export type CaseState = (typeof caseStates)[number];

/** This is who made a step. `system` is the clock, or the check of the page. */
export const caseActors = ['reporter', 'owner', 'admin', 'system'] as const;
export type CaseActor = (typeof caseActors)[number];

/**
 * A moderator decides one of these; each states from which states and to which state it leads. `uphold`: the page stays
 * stopped. `restore`: the page is shown again.
 */
export const caseDecisions = {
  review: { from: ['received'], to: 'reviewing' },
  ask_owner: { from: ['received', 'reviewing'], to: 'inquiry' },
  stop: { from: ['received', 'reviewing', 'inquiry'], to: 'stopped' },
  dismiss: { from: ['received', 'reviewing', 'inquiry'], to: 'dismissed' },
  uphold: { from: ['objected'], to: 'decided' },
  restore: { from: ['stopped', 'objected'], to: 'decided' },
} as const satisfies Record<string, { from: readonly CaseState[]; to: CaseState }>;
export type CaseDecision = keyof typeof caseDecisions;
export const caseDecisionNames = Object.keys(caseDecisions) as [CaseDecision, ...CaseDecision[]];

/** Tells whether the decision fits the state and the kind of a case. */
export function canDecide(decision: CaseDecision, { state, kind }: { state: CaseState; kind: CaseKind }): boolean {
  const from: readonly CaseState[] = caseDecisions[decision].from;
  return from.includes(state) && !(decision === 'ask_owner' && kindsWithoutInquiry.includes(kind));
}
