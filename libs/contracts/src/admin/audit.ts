import { z } from 'zod';
import { defineEvent } from '../wire/define-event.js';
import type { Caller } from '../wire/request-context.js';

/**
 * The log contains everything that people with a role do to others, sign-ins with a management link or a recovery code,
 * pages that moved to another account, and every step of a case. It keeps these names forever: add to them, rename
 * none.
 */
const auditActions = [
  'grantRole',
  'revokeRole',
  'banAccount',
  'unbanAccount',
  'stopSite',
  'restoreSite',
  'banContent',
  'unbanContent',
  'setReportState',
  'addReportNote',
  'answerReport',
  'retryJob',
  'changeQueue',
  'signIn',
  'adoptSites',
  'startAttackMode',
  'endAttackMode',
  'changeCase',
  'grantPath',
  'decideFalseAlarm',
  'requestBackup',
] as const;
export type AuditAction = (typeof auditActions)[number];

export const auditSubjectKinds = ['account', 'site', 'content', 'report', 'queue', 'system', 'case'] as const;

/**
 * The actor is an account, or a holder of the service key (the command line, a server of the operator); in cases also
 * the clock or the check of pages (`system`), and a person without an account.
 */
const auditActorSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('account'), accountId: z.uuid() }),
  z.object({ kind: z.literal('command line') }),
  z.object({ kind: z.literal('system') }),
  z.object({ kind: z.literal('visitor') }),
]);
type AuditActor = z.infer<typeof auditActorSchema>;

/** `details` helps to understand the act later; it contains no secret, and of people no more than ids. */
export const adminActSchema = z.object({
  at: z.iso.datetime(),
  actor: auditActorSchema,
  action: z.enum(auditActions),
  subject: z.object({ kind: z.enum(auditSubjectKinds), id: z.string().min(1).max(255) }),
  reason: z.string().max(1000).nullable(),
  details: z.record(z.string(), z.unknown()),
});
export type AdminAct = z.infer<typeof adminActSchema>;

/**
 * An account with a role acted. Publish it in the transaction of the action; the auth service writes it into the audit
 * log once. Its aggregate is the subject's id.
 */
export const adminActed = defineEvent('adminActed', { payload: adminActSchema, consumers: ['auth'] });

type ActMembers = Pick<AdminAct, 'action' | 'subject'> & Partial<Pick<AdminAct, 'reason' | 'details'>>;

/** Makes an act of this caller at this moment. @throws Error for a caller that can have no role */
export function adminActOf(caller: Caller, { action, subject, reason = null, details = {} }: ActMembers): AdminAct {
  return { at: new Date().toISOString(), actor: auditActorOf(caller), action, subject, reason, details };
}

function auditActorOf(caller: Caller): AuditActor {
  if (caller.role === 'service_role') return { kind: 'command line' };
  if (caller.role === 'authenticated') return { kind: 'account', accountId: caller.accountId };
  throw new Error('a visitor did something that only people with a role may do');
}
