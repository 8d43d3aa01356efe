import type { SessionCaller, AdminRole } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import { Factor } from '../tables/sign-in/factor.entity.js';
import { Session, type AssuranceLevel } from '../tables/sign-in/session.entity.js';
import type { User } from '../tables/account/user.entity.js';

/** With a second factor, critical changes need a session at aal2. */
export function hasVerifiedFactor(manager: EntityManager, accountId: string): Promise<boolean> {
  return manager.existsBy(Factor, { userId: accountId, status: 'verified' });
}

/** Tells whether the account has a second factor that this session has not shown. */
export async function requiresMfa(
  manager: EntityManager,
  { accountId, sessionId }: Pick<SessionCaller, 'accountId' | 'sessionId'>,
): Promise<boolean> {
  if (await manager.existsBy(Session, { id: sessionId, aal: 'aal2' })) return false;
  return hasVerifiedFactor(manager, accountId);
}

/** Only registered, confirmed accounts have a role; with a second factor it applies once that was shown. */
export async function roleInSession(
  manager: EntityManager,
  user: User,
  aal: AssuranceLevel,
): Promise<AdminRole | null> {
  if (user.haruRole === null || user.isAnonymous || user.emailConfirmedAt === null) return null;
  if (aal === 'aal2') return user.haruRole;
  return (await hasVerifiedFactor(manager, user.id)) ? null : user.haruRole;
}
