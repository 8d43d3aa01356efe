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
