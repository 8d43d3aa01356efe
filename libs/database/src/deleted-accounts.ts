import type { DataSource, EntityManager } from 'typeorm';
import { queryPrepared } from './query-prepared.js';
import { advisoryLocks } from './advisory-locks.js';

/**
 * The lock is held until the transaction ends: actions of an account share it, and deleting the account's data has it
 * exclusively. The second of the two sees all that the first one did.
 */
export async function lockAccount(manager: EntityManager, accountId: string): Promise<void> {
  await queryPrepared(manager, `SELECT pg_advisory_xact_lock(hashtextextended($1, ${advisoryLocks.account}))`, [
    accountId,
  ]);
}

/**
 * Records the deleted account in the service's table `deleted_accounts (account_id uuid PRIMARY KEY, …)`. From here to
 * the end of the transaction nothing of the account is written.
 */
export async function noteDeletedAccount(manager: EntityManager, accountId: string): Promise<void> {
  await lockAccount(manager, accountId);
  await manager.query('INSERT INTO deleted_accounts (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [accountId]);
}

/** Tells whether the account is deleted, though its last messages may still arrive. Shares its lock from here on. */
export function isDeletedAccount(manager: EntityManager, accountId: string): Promise<boolean> {
  return isAnyAccountDeleted(manager, [accountId]);
}

/** Does the same for several accounts. */
export async function isAnyAccountDeleted(manager: EntityManager, accountIds: readonly string[]): Promise<boolean> {
  await queryPrepared(
    manager,
    `SELECT pg_advisory_xact_lock_shared(hashtextextended(id, ${advisoryLocks.account})) FROM unnest($1::text[]) AS id`,
    [accountIds],
  );
  const rows = await queryPrepared(
    manager,
    'SELECT FROM deleted_accounts WHERE account_id = ANY ($1::uuid[]) LIMIT 1',
    [accountIds],
  );
  return rows.length > 0;
}

/** Access tokens last an hour, and what is published with one passes through queues that are stopped for days at most. */
const DELETED_ACCOUNT_KEPT_DAYS = 30;

/** @returns how many records of accounts were removed */
export async function purgeDeletedAccounts(dataSource: DataSource): Promise<number> {
  const [, count] = await dataSource.query<[unknown[], number]>(
    'DELETE FROM deleted_accounts WHERE deleted_at < now() - make_interval(days => $1)',
    [DELETED_ACCOUNT_KEPT_DAYS],
  );
  return count;
}
