import type { AdminRole } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import type { User } from '../entities/user.entity.js';
import { hasVerifiedFactor } from './needs-second-step.js';
import type { AssuranceLevel } from '../entities/session.entity.js';

/**
 * The role that counts in a session of this account: only of a registered, confirmed one, and where it has a second
 * factor only after that was shown.
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
