import { randomUUID } from 'node:crypto';
import {
  type AdminAct,
  adminActed,
  caseMailRequested,
  type CaseActor,
  type CaseState,
  DAY_MS,
  limits,
  type RequestContext,
} from '@haru/contracts';
import { onlyRow } from '@haru/database';
import { Outbox } from '@haru/events';
import type { EntityManager } from 'typeorm';
import { Case, CaseMail } from '../../../tables/cases/case.entity.js';

export interface NewStep {
  actor: CaseActor;
  reason: string | null;
  reportId?: string;
  /** It is absent when the state of the case stays. */
  change?: { state: CaseState } & Partial<Case>;
}

/** These people get a mail about a step that leads to this state. */
const mailsAbout: Partial<Record<CaseState, readonly ('reporters' | 'owner')[]>> = {
  inquiry: ['reporters', 'owner'],
  stopped: ['reporters', 'owner'],
  dismissed: ['reporters', 'owner'],
  objected: ['reporters'],
  decided: ['reporters', 'owner'],
};

export const daysFrom = (now: Date, days: number): Date => new Date(now.getTime() + days * DAY_MS);

export function lockedCase(manager: EntityManager, id: string): Promise<Case | null> {
  return manager.findOne(Case, { where: { id }, lock: { mode: 'pessimistic_write' } });
}

/**
 * Changes a case that the caller has locked, writes the step into it and into the audit log, and requests the mails,
 * all in the caller's transaction.
 */
export async function addStep(
  manager: EntityManager,
  before: Case,
  { actor, reason, reportId, change }: NewStep,
  context: RequestContext,
): Promise<void> {
  const after = manager.create(Case, { ...before, ...change });
  if (change) await manager.update(Case, { id: before.id }, change);
  const { id } = before;
  const { seq } = onlyRow(
    await manager.query<{ seq: string }[]>(
      `INSERT INTO case_steps (case_id, state, actor, actor_id, reason, report_id, at)
       VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp()) RETURNING seq`,
      [id, after.state, actor, actorIdOf(actor, context), reason, reportId ?? null],
    ),
  );
  const { siteId, path } = before;
  const act: AdminAct = {
    at: new Date().toISOString(),
    actor: auditActorOf(actor, context),
    action: 'changeCase',
    subject: { kind: 'case', id },
    // Texts of reporters and owners stay in the case, where they can be removed.
    reason: actor === 'admin' || actor === 'system' ? reason : null,
    details: { by: actor, from: change ? before.state : null, to: after.state, siteId, path },
  };
  await new Outbox().publish(manager, adminActed, act, { aggregateId: id, context });
  for (const recipient of await recipientsOf(manager, after, change?.state, reportId)) {
    await requestCaseMail(manager, { caseId: id, stepSeq: seq, reportId: recipient }, context);
  }
}

export async function requestCaseMail(
  manager: EntityManager,
  { caseId, stepSeq, reportId }: Pick<CaseMail, 'caseId' | 'stepSeq' | 'reportId'>,
  context: RequestContext,
): Promise<void> {
  const mailId = randomUUID();
  await manager.insert(CaseMail, { id: mailId, caseId, stepSeq, reportId });
  await new Outbox().publish(manager, caseMailRequested, { mailId }, { aggregateId: mailId, context });
}

/** Selects the first report of each address; with `$2` only that of this report's address. */
const FIRST_REPORTS = `
  SELECT DISTINCT ON (lower(email)) id FROM case_reports
  WHERE case_id = $1 AND email IS NOT NULL
    AND ($2::uuid IS NULL OR lower(email) = (SELECT lower(email) FROM case_reports WHERE id = $2))
  ORDER BY lower(email), created_at, id`;

/**
 * Returns the ids of reports, or null for the owner. An address gets one mail, however many reports of the case name
 * it, and none about its further reports. A reporter without an address gets no mail.
 */
async function recipientsOf(
  manager: EntityManager,
  { id, ownerId, ownerInformedAt }: Case,
  changedTo: CaseState | undefined,
  reportId: string | undefined,
): Promise<(string | null)[]> {
  const sides = (changedTo && mailsAbout[changedTo]) ?? [];
  const reports =
    reportId !== undefined || sides.includes('reporters')
      ? await manager.query<{ id: string }[]>(FIRST_REPORTS, [id, reportId ?? null])
      : [];
  const ids = reports.map((report) => report.id);
  if (reportId !== undefined) return ids.filter((first) => first === reportId);
  const isOwnerMailed = sides.includes('owner') && ownerId !== null && ownerInformedAt !== null;
  return [...ids, ...(isOwnerMailed ? [null] : [])];
}

/** Owners can act by their link alone; then the account that acted is unknown. */
function actorIdOf(actor: CaseActor, { caller }: RequestContext): string | null {
  return actor !== 'system' && caller.role === 'authenticated' ? caller.accountId : null;
}

function auditActorOf(actor: CaseActor, context: RequestContext): AdminAct['actor'] {
  const accountId = actorIdOf(actor, context);
  if (accountId !== null) return { kind: 'account', accountId };
  if (actor === 'system') return { kind: 'system' };
  return context.caller.role === 'service_role' ? { kind: 'command line' } : { kind: 'visitor' };
}

export const answerDue = (now: Date): Date => daysFrom(now, limits.caseAnswerDays);
