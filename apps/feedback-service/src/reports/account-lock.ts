import type { Caller } from '@haru/contracts';
import type { EntityManager } from 'typeorm';

/**
 * Held until the transaction ends: what an account sends shares it, forgetting the account has it alone. Whoever comes
 * second sees all that the first one did.
 */
export async function lockAccount(manager: EntityManager, accountId: string, how: 'shared' | 'alone'): Promise<void> {
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  // The 1 keeps these keys apart from those of the outbox, which hashes with 0.
  await manager.query(`SELECT ${lock}(hashtextextended($1, 1))`, [accountId]);
}

/** Whether the account is gone, though a request of its last moments is still on its way. Locks it for the transaction. */
export async function isDeletedAccount(manager: EntityManager, caller: Caller): Promise<boolean> {
  if (caller.role !== 'authenticated') return false;
  await lockAccount(manager, caller.accountId, 'shared');
  const rows = await manager.query<unknown[]>('SELECT FROM deleted_accounts WHERE account_id = $1', [caller.accountId]);
  return rows.length > 0;
}
