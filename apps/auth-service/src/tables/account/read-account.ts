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
 * The account that fits, locked until the end of the transaction; null where there is none. Everywhere an account is
 * locked before anything that belongs to it.
 */
export function lockAccount(manager: EntityManager, where: FindOptionsWhere<User>): Promise<User | null> {
  return manager.findOne(User, { where, lock: { mode: 'pessimistic_write' } });
}

/** The same, of accounts that are not deleted. */
export function lockLiveAccount(manager: EntityManager, where: FindOptionsWhere<User>): Promise<User | null> {
  return lockAccount(manager, { ...where, deletedAt: IsNull() });
}

/** Temporary accounts have no real address. */
const byAddress = (email: string) => ({ email, isAnonymous: false, deletedAt: IsNull() });

/** The registered account of an address, which may be unconfirmed. */
export function findByAddress(manager: EntityManager, email: string): Promise<User | null> {
  return manager.findOneBy(User, byAddress(email));
}

export function lockByAddress(manager: EntityManager, email: string): Promise<User | null> {
  return lockAccount(manager, byAddress(email));
}

/** Whether the account's address is confirmed. */
export function isConfirmed(user: User | null): boolean {
  return user !== null && user.emailConfirmedAt !== null;
}
