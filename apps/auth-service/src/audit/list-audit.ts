import { type AuditEntry, auditEntrySchema } from '@haru/contracts';
import { invalidCursor } from '@haru/database';
import type { EntityManager } from 'typeorm';

const PAGE = 50;

interface Row {
  id: string;
  at: Date;
  actor_id: string | null;
  actor_email: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  reason: string | null;
  details: Record<string, unknown>;
}

/** Entries, newest first; the cursor is the id of the last one shown. @throws ServiceError VALIDATION_FAILED */
export async function listAudit(
  manager: Pick<EntityManager, 'query'>,
  cursor: string | undefined,
): Promise<{ entries: AuditEntry[]; next: string | null }> {
  if (cursor !== undefined && !/^\d{1,18}$/.test(cursor)) throw invalidCursor();
  const rows = await manager.query<Row[]>(
    `SELECT * FROM audit_log WHERE $1::bigint IS NULL OR id < $1 ORDER BY id DESC LIMIT ${PAGE + 1}`,
    [cursor ?? null],
  );
  const shown = rows.slice(0, PAGE);
  return { entries: shown.map(toEntry), next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null };
}

function toEntry(row: Row): AuditEntry {
  return auditEntrySchema.parse({
    id: row.id,
    at: row.at.toISOString(),
    actor: row.actor_id === null ? null : { id: row.actor_id, email: row.actor_email },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id },
    reason: row.reason,
    details: row.details,
  });
}
