import { accountConfirmed, type RequestContext, accountDeleted } from '@haru/contracts';
import type { Outbox } from '@haru/events';
import type { EntityManager } from 'typeorm';
import { FlowState } from '../entities/flow-state.entity.js';
import { MailRequest } from '../entities/mail-request.entity.js';
import { User } from '../entities/user.entity.js';
import { endSessions } from './session-rows.js';
import { lockAccount } from '../entities/read-account.js';

/** Call it wherever a temporary account becomes a registered one, in the transaction that makes it one. */
export async function publishAccountConfirmed(
  manager: EntityManager,
  outbox: Outbox,
  accountId: string,
  context: RequestContext,
): Promise<void> {
  await outbox.publish(manager, accountConfirmed, { accountId }, { aggregateId: accountId, context });
}

/**
 * Deletes an account with all this service has of it, and tells the others, in the caller's transaction.
 * @returns the ids of its sessions, to be announced after the commit
 */
export async function removeAccount(
  manager: EntityManager,
  outbox: Outbox,
  accountId: string,
  context: RequestContext,
): Promise<string[]> {
  // The account first, then what hangs on it: the order in which everything else locks them, too.
  await lockAccount(manager, { id: accountId });
  const sessionIds = await endSessions(manager, { userId: accountId });
  // Sessions, identities, tokens and factors go by their reference to the account; these have none.
  await manager.delete(FlowState, { userId: accountId });
  await manager.delete(MailRequest, { userId: accountId });
  await manager.delete(User, { id: accountId });
  await outbox.publish(manager, accountDeleted, { accountId }, { aggregateId: accountId, context });
  return sessionIds;
}
