import { ServiceError, type StaffAccount } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';

const PAGE = 50;
const DISTANT_YEARS = 50;
const cursorPattern = /^(\d{1,16})_([0-9a-f-]{36})$/;

interface Row {
  id: string;
  email: string | null;
  is_anonymous: boolean;
  created_at: Date;
  haru_role: StaffAccount['role'];
  ban_reason: string | null;
  banned_until: Date | null;
  micros: string;
}

// Postgres keeps microseconds, which a Date would round.
const COLUMNS = `id, CASE WHEN is_anonymous THEN NULL ELSE email END AS email, is_anonymous, created_at, haru_role,
  ban_reason, CASE WHEN banned_until > now() THEN banned_until END AS banned_until,
  (extract(epoch FROM created_at) * 1000000)::bigint::text AS micros`;

/** Accounts whose address holds the text, or the one with this id; newest first. @throws ServiceError VALIDATION_FAILED */
export async function searchAccounts(
  manager: Pick<EntityManager, 'query'>,
  { search, cursor }: { search: string; cursor?: string | undefined },
): Promise<{ accounts: StaffAccount[]; next: string | null }> {
  const [micros, afterId] = readCursor(cursor);
  const id = z.uuid().safeParse(search).data ?? null;
  const rows = await manager.query<Row[]>(
    `SELECT ${COLUMNS} FROM users
     WHERE deleted_at IS NULL
       AND ($1::uuid IS NULL OR id = $1)
       AND ($1::uuid IS NOT NULL OR $2 = '' OR (NOT is_anonymous AND position(lower($2) IN email) > 0))
       AND ($3::bigint IS NULL OR created_at < timestamptz 'epoch' + $3::bigint * interval '1 microsecond'
            OR (created_at = timestamptz 'epoch' + $3::bigint * interval '1 microsecond' AND id > $4::uuid))
     ORDER BY created_at DESC, id LIMIT ${PAGE + 1}`,
    [id, search, micros, afterId],
  );
  const last = rows.length > PAGE ? rows[PAGE - 1] : undefined;
  return { accounts: rows.slice(0, PAGE).map(toStaffAccount), next: last ? `${last.micros}_${last.id}` : null };
}

export async function accountsWithRole(manager: Pick<EntityManager, 'query'>): Promise<StaffAccount[]> {
  const rows = await manager.query<Row[]>(
    `SELECT ${COLUMNS} FROM users WHERE haru_role IS NOT NULL AND deleted_at IS NULL ORDER BY haru_role, email`,
  );
  return rows.map(toStaffAccount);
}

/** @throws ServiceError ACCOUNT_NOT_FOUND */
export async function staffAccount(manager: Pick<EntityManager, 'query'>, accountId: string): Promise<StaffAccount> {
  const [row] = await manager.query<Row[]>(`SELECT ${COLUMNS} FROM users WHERE id = $1 AND deleted_at IS NULL`, [
    accountId,
  ]);
  if (row === undefined) throw new ServiceError('ACCOUNT_NOT_FOUND');
  return toStaffAccount(row);
}

function toStaffAccount(row: Row): StaffAccount {
  return {
    id: row.id,
    email: row.email,
    is_anonymous: row.is_anonymous,
    created_at: row.created_at.toISOString(),
    role: row.haru_role,
    ban: row.banned_until === null ? null : { reason: row.ban_reason, until: endOf(row.banned_until) },
  };
}

/** A ban that ends so far away has no end. */
function endOf(until: Date): string | null {
  const years = (until.getTime() - Date.now()) / (365.25 * 86_400_000);
  return years > DISTANT_YEARS ? null : until.toISOString();
}

function readCursor(cursor: string | undefined): [string | null, string | null] {
  if (cursor === undefined) return [null, null];
  const [, micros, id] = cursorPattern.exec(cursor) ?? [];
  if (micros === undefined || !z.uuid().safeParse(id).success) {
    throw new ServiceError('VALIDATION_FAILED', { faults: [{ field: 'cursor', message: 'is none of ours' }] });
  }
  return [micros, id ?? null];
}
