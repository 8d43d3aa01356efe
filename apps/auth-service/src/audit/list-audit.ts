import { type AuditEntry, auditEntrySchema, type RequestOf, type staffMessages } from '@haru/contracts';
import { invalidCursor } from '@haru/database';
import { type EntityManager, LessThan } from 'typeorm';
import { AuditEntry as AuditRow } from '../tables/audit-entry.entity.js';

const PAGE = 50;

/** Lists entries, newest first, of one kind of subject where `subject` is given; the cursor is the id of the last one shown. @throws ServiceError VALIDATION_FAILED */
export async function listAudit(
  manager: EntityManager,
  { cursor, subject }: Pick<RequestOf<typeof staffMessages.listAudit>, 'cursor' | 'subject'>,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw invalidCursor();
  const rows = await manager.find(AuditRow, {
    where: {
      ...(cursor === undefined ? {} : { id: LessThan(cursor) }),
      ...(subject === undefined ? {} : { subjectKind: subject }),
    },
    order: { id: 'DESC' },
    take: PAGE + 1,
  });
  const shown = rows.slice(0, PAGE);
  return { entries: shown.map(toEntry), next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null };
}

function toEntry({ id, at, actorId, actorEmail, action, subjectKind, subjectId, reason, details }: AuditRow) {
  return auditEntrySchema.parse({
    id,
    at: at.toISOString(),
    actor: actorId === null ? null : { id: actorId, email: actorEmail },
    action,
    subject: { kind: subjectKind, id: subjectId },
    reason,
    details,
  });
}
