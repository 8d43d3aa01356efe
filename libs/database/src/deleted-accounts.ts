import type { EntityManager } from 'typeorm';
import { queryPrepared } from './query-prepared.js';

/**
 * Held until the transaction ends: what an account does shares it, taking the account's things away has it alone.
 * Whoever comes second sees all that the first one did.
 */
export async function lockAccount(manager: EntityManager, accountId: string, how: 'shared' | 'alone'): Promise<void> {
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  // The 1 keeps these keys apart from those of the outbox, which hashes with 0.
  await queryPrepared(manager, `SELECT ${lock}(hashtextextended($1, 1))`, [accountId]);
}

/**
 * Remembers that the account is gone, in the service's table `deleted_accounts (account_id uuid PRIMARY KEY, …)`. From
 * here to the end of the transaction nothing of the account comes in.
 */
export async function noteDeletedAccount(manager: EntityManager, accountId: string): Promise<void> {
  await lockAccount(manager, accountId, 'alone');
  await manager.query('INSERT INTO deleted_accounts (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [accountId]);
}

/** Whether the account is gone, though something of its last moments is still on its way. Shares its lock from here on. */
export async function isDeletedAccount(manager: EntityManager, accountId: string): Promise<boolean> {
  await lockAccount(manager, accountId, 'shared');
  const rows = await queryPrepared(manager, 'SELECT FROM deleted_accounts WHERE account_id = $1', [accountId]);
  return rows.length > 0;
}
