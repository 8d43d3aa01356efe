import { type EntityManager, type FindOptionsWhere, IsNull } from 'typeorm';
import { User } from './user.entity.js';

/** An account with its password's hash, which is not read otherwise. */
export async function findWithPassword(manager: EntityManager, where: FindOptionsWhere<User>): Promise<User | null> {
  return manager
    .createQueryBuilder(User, 'user')
    .addSelect('user.encryptedPassword')
    .where({ ...where, deletedAt: IsNull() })
    .getOne();
}

/**
 * Has factors of an account added, verified and removed one after the other: what one finds, no other changes. Called
 * before anything of the account is locked, which is the order everywhere.
 */
export async function lockOwner(manager: EntityManager, accountId: string): Promise<void> {
  await manager.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [accountId]);
}
