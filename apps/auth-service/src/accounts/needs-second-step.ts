import type { AccountCaller } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import { Session } from '../entities/session.entity.js';
import { Factor } from '../entities/factor.entity.js';

/** Whether the account has a second factor: then what matters needs a session at aal2. */
export function hasVerifiedFactor(manager: EntityManager, accountId: string): Promise<boolean> {
  return manager.existsBy(Factor, { userId: accountId, status: 'verified' });
}

/** Whether the account has a second factor that was not shown in this session. */
export async function needsSecondStep(
  manager: EntityManager,
  { accountId, sessionId }: Pick<AccountCaller, 'accountId' | 'sessionId'>,
): Promise<boolean> {
  if (await manager.existsBy(Session, { id: sessionId, aal: 'aal2' })) return false;
  return hasVerifiedFactor(manager, accountId);
}
