import type { EntityManager } from 'typeorm';

/**
 * Has factors of an account added, verified and removed one after the other: what one finds, no other changes. Called
 * before anything of the account is locked, which is the order everywhere.
 */
export async function lockOwner(manager: EntityManager, accountId: string): Promise<void> {
  await manager.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [accountId]);
}
