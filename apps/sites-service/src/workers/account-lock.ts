import type { EntityManager } from 'typeorm';

/**
 * Held until the transaction ends: publishing shares it, the removal of the account's sites has it alone. Whoever
 * comes second sees all that the first one did.
 */
export async function lockAccount(manager: EntityManager, userId: string, how: 'shared' | 'alone'): Promise<void> {
  const lock = how === 'shared' ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock';
  // The 1 keeps these keys apart from those of the outbox, which hashes with 0.
  await manager.query(`SELECT ${lock}(hashtextextended($1, 1))`, [userId]);
}
