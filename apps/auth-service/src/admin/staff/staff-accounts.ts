import { type AdminRole, ServiceError, type StaffAccount } from '@haru/contracts';
import { readPage } from '@haru/database';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';

const PAGE = 50;
const DISTANT_YEARS = 50;

interface Row {
  id: string;
  email: string | null;
  is_anonymous: boolean;
  created_at: Date;
  haru_role: StaffAccount['role'];
  ban_reason: string | null;
  banned_until: Date | null;
}

const COLUMNS = `id, CASE WHEN is_anonymous THEN NULL ELSE email END AS email, is_anonymous, created_at, haru_role,
  ban_reason, CASE WHEN banned_until > now() THEN banned_until END AS banned_until`;

/** Finds accounts by part of the address or by id, newest first. @throws ServiceError VALIDATION_FAILED */
export async function searchAccounts(
  manager: Pick<EntityManager, 'query'>,
  { search, cursor }: { search: string; cursor?: string | undefined },
): Promise<{ accounts: StaffAccount[]; next: string | null }> {
  const values = [z.uuid().safeParse(search).data ?? null, search];
  const found = `
    SELECT ${COLUMNS} FROM users
    WHERE deleted_at IS NULL
      AND ($1::uuid IS NULL OR id = $1)
      AND ($1::uuid IS NOT NULL OR $2 = '' OR (NOT is_anonymous AND position(lower($2) IN email) > 0))`;
  const { rows, next } = await readPage<Row>(manager, found, values, { after: cursor, limit: PAGE });
  return { accounts: rows.map(toStaffAccount), next };
}

export async function accountsWithRole(manager: Pick<EntityManager, 'query'>): Promise<StaffAccount[]> {
  const rows = await manager.query<Row[]>(
    `SELECT ${COLUMNS} FROM users WHERE haru_role IS NOT NULL AND deleted_at IS NULL ORDER BY haru_role, email`,
  );
  return rows.map(toStaffAccount);
}

/** Lists accounts whose role applies in some session: see `roleInSession`. */
export function activeStaff(
  manager: Pick<EntityManager, 'query'>,
  needsFactor: boolean,
): Promise<{ id: string; role: AdminRole }[]> {
  return manager.query(
    `SELECT id, haru_role AS role FROM users
     WHERE haru_role IS NOT NULL AND deleted_at IS NULL AND NOT is_anonymous AND email_confirmed_at IS NOT NULL
       AND coalesce(banned_until <= now(), true)
       AND (NOT $1 OR EXISTS (SELECT FROM factors WHERE user_id = users.id AND status = 'verified'))`,
    [needsFactor],
  );
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

/** A ban that lasts longer than this is shown without an end. */
function endOf(until: Date): string | null {
  const years = (until.getTime() - Date.now()) / (365.25 * 86_400_000);
  return years > DISTANT_YEARS ? null : until.toISOString();
}
