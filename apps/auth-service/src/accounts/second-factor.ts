import type { AccountCaller, AdminRole } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import { Factor } from '../tables/sign-in/factor.entity.js';
import { Session, type AssuranceLevel } from '../tables/sign-in/session.entity.js';
import type { User } from '../tables/account/user.entity.js';

/** Whether the account has a second factor: then critical changes need a session at aal2. */
export function hasVerifiedFactor(manager: EntityManager, accountId: string): Promise<boolean> {
  return manager.existsBy(Factor, { userId: accountId, status: 'verified' });
}

/** Whether the account has a second factor that was not shown in this session. */
export async function requiresMfa(
  manager: EntityManager,
  { accountId, sessionId }: Pick<AccountCaller, 'accountId' | 'sessionId'>,
): Promise<boolean> {
  if (await manager.existsBy(Session, { id: sessionId, aal: 'aal2' })) return false;
  return hasVerifiedFactor(manager, accountId);
}

/**
 * The role that applies in a session: only of a registered and confirmed account, and if it has a second factor only
 * after that was shown.
 */
export async function roleInSession(
  manager: EntityManager,
  user: User,
  aal: AssuranceLevel,
): Promise<AdminRole | null> {
  if (user.haruRole === null || user.isAnonymous || user.emailConfirmedAt === null) return null;
  if (aal === 'aal2') return user.haruRole;
  return (await hasVerifiedFactor(manager, user.id)) ? null : user.haruRole;
}
