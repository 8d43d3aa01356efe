import type { EntityManager } from 'typeorm';
import { Identity } from '../entities/identity.entity.js';
import { User } from '../entities/user.entity.js';
import { openSession } from './open-session.js';
import type { Session } from '../entities/session.entity.js';

/** Opens a session for who has just proved to be this account, and notes when; in the caller's transaction. */
export async function signInSession(
  manager: EntityManager,
  user: User,
  method: string,
  now: Date,
  provider = 'email',
): Promise<Session> {
  user.lastSignInAt = now;
  await manager.update(User, user.id, { lastSignInAt: now, lastActiveAt: now });
  await manager.update(Identity, { userId: user.id, provider }, { lastSignInAt: now });
  return openSession(manager, user.id, method, now);
}
