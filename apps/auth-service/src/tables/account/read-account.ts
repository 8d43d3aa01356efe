import { type EntityManager, type FindOptionsWhere, IsNull } from 'typeorm';
import { User } from './user.entity.js';

/** The password's hash is not read otherwise. */
export async function findWithPassword(manager: EntityManager, where: FindOptionsWhere<User>): Promise<User | null> {
  return manager
    .createQueryBuilder(User, 'user')
    .addSelect('user.encryptedPassword')
    .where({ ...where, deletedAt: IsNull() })
    .getOne();
}

/** Locks the account until the transaction ends. An account is always locked before anything that belongs to it. */
export function lockAccount(manager: EntityManager, where: FindOptionsWhere<User>): Promise<User | null> {
  return manager.findOne(User, { where, lock: { mode: 'pessimistic_write' } });
}

/** Does the same for accounts that are not deleted. */
export function lockLiveAccount(manager: EntityManager, where: FindOptionsWhere<User>): Promise<User | null> {
  return lockAccount(manager, { ...where, deletedAt: IsNull() });
}

/** Temporary accounts have no real address. */
const byAddress = (email: string) => ({ email, isAnonymous: false, deletedAt: IsNull() });

/** Finds the registered account of an address, which may be unconfirmed. */
export function findByAddress(manager: EntityManager, email: string): Promise<User | null> {
  return manager.findOneBy(User, byAddress(email));
}

export function lockByAddress(manager: EntityManager, email: string): Promise<User | null> {
  return lockAccount(manager, byAddress(email));
}

export function isConfirmed(user: User | null): boolean {
  return user !== null && user.emailConfirmedAt !== null;
}

/** Returns the address of a registered account if its owner has confirmed it. */
export async function confirmedAddressOf(manager: EntityManager, id: string): Promise<string | null> {
  const user = await manager.findOneBy(User, { id, isAnonymous: false, deletedAt: IsNull() });
  return isConfirmed(user) ? (user?.email ?? null) : null;
}
