import type { AdminAct } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import { User } from '../tables/account/user.entity.js';
import { AuditEntry } from '../tables/audit-entry.entity.js';

/** Adds the act to the audit log, in the caller's transaction. */
export async function writeAuditEntry(manager: EntityManager, act: AdminAct): Promise<void> {
  const { actor, subject, at, action, reason, details } = act;
  const actorId = actor.kind === 'account' ? actor.accountId : null;
  const account = actorId === null ? null : await manager.findOneBy(User, { id: actorId });
  await manager.insert(AuditEntry, {
    at: new Date(at),
    actorId,
    actorEmail: account?.email ?? null,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    reason,
    details,
  });
}

/** Adds an entry for a sign-in or second factor by a secret that can be passed on, in the caller's transaction. */
export async function writeSignInEntry(
  manager: EntityManager,
  userId: string,
  details: AdminAct['details'] & { method: string },
  at: Date,
): Promise<void> {
  await writeAuditEntry(manager, {
    at: at.toISOString(),
    actor: { kind: 'account', accountId: userId },
    action: 'signIn',
    subject: { kind: 'account', id: userId },
    reason: null,
    details,
  });
}
