import type { UserAnswer } from '@haru/contracts';
import { type EntityManager, In } from 'typeorm';
import { Identity } from '../entities/identity.entity.js';
import { toUserAnswer } from './user-answer.js';
import type { User } from '../entities/user.entity.js';
import { Factor } from '../entities/factor.entity.js';

/** Many accounts as the auth API shows them, in two queries. */
export async function userAnswersOf(manager: EntityManager, users: readonly User[]): Promise<UserAnswer[]> {
  const where = { userId: In(users.map(({ id }) => id)) };
  const order = { createdAt: 'ASC' } as const;
  const identities = Map.groupBy(await manager.find(Identity, { where, order }), ({ userId }) => userId);
  const factors = Map.groupBy(await manager.find(Factor, { where, order }), ({ userId }) => userId);
  return users.map((user) => toUserAnswer(user, identities.get(user.id), factors.get(user.id)));
}
