import { type AuditEntry, auditEntrySchema, type RequestOf, type staffMessages } from '@haru/contracts';
import { invalidCursor } from '@haru/database';
import { type EntityManager, Between, In, LessThan } from 'typeorm';
import { User } from '../tables/account/user.entity.js';
import { AuditEntry as AuditRow } from '../tables/audit-entry.entity.js';

const PAGE = 50;

/**
 * Lists entries, newest first, of one kind of subject or of a span of time where these are given; the cursor is the id of
 * the last one shown.
 * @throws ServiceError VALIDATION_FAILED
 */
export async function listAudit(
  manager: EntityManager,
  { cursor, subject, from, until }: RequestOf<typeof staffMessages.listAudit>,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw invalidCursor();
  const rows = await manager.find(AuditRow, {
    where: {
      ...(cursor === undefined ? {} : { id: LessThan(cursor) }),
      ...(subject === undefined ? {} : { subjectKind: subject }),
      ...(from === undefined && until === undefined ? {} : { at: Between(new Date(from ?? 0), dateOrNow(until)) }),
    },
    order: { id: 'DESC' },
    take: PAGE + 1,
  });
  const shown = rows.slice(0, PAGE);
  const ids = shown.flatMap(({ subjectKind, subjectId }) => (subjectKind === 'account' ? [subjectId] : []));
  const users = await manager.find(User, {
    where: { id: In(ids), isAnonymous: false },
    select: { id: true, email: true },
  });
  const names = new Map(users.map(({ id, email }) => [id, email ?? undefined]));
  return {
    entries: shown.map((row) => toEntry(row, names.get(row.subjectId))),
    next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
  };
}

const dateOrNow = (date: string | undefined): Date => (date === undefined ? new Date() : new Date(date));

function toEntry(row: AuditRow, name: string | undefined) {
  const { id, at, actorId, actorEmail, action, subjectKind, subjectId, reason, details } = row;
  return auditEntrySchema.parse({
    id,
    at: at.toISOString(),
    actor: actorId === null ? null : { id: actorId, email: actorEmail },
    action,
    subject: { kind: subjectKind, id: subjectId, name },
    reason,
    details,
  });
}
