import type { AdminAct } from '@haru/contracts';
import type { EntityManager } from 'typeorm';

/** Adds the act to the audit log, in the caller's transaction. */
export async function writeAuditEntry(manager: Pick<EntityManager, 'query'>, act: AdminAct): Promise<void> {
  const actorId = act.actor.kind === 'account' ? act.actor.accountId : null;
  await manager.query(
    `INSERT INTO audit_log (at, actor_id, actor_email, action, subject_kind, subject_id, reason, details)
     VALUES ($1, $2::uuid, (SELECT email FROM users WHERE id = $2::uuid), $3, $4, $5, $6, $7)`,
    [act.at, actorId, act.action, act.subject.kind, act.subject.id, act.reason, JSON.stringify(act.details)],
  );
}
