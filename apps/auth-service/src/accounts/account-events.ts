import { accountConfirmed, type RequestContext, accountDeleted } from '@haru/contracts';
import type { Outbox } from '@haru/events';
import type { EntityManager } from 'typeorm';
import { Key } from '../tables/account/key.entity.js';
import { ManagementLink } from '../tables/account/management-link.entity.js';
import { FlowState } from '../tables/mail/flow-state.entity.js';
import { MailRequest } from '../tables/mail/mail-request.entity.js';
import { User } from '../tables/account/user.entity.js';
import { endSessions } from '../sessions/session-rows.js';
import { lockAccount } from '../tables/account/read-account.js';

/**
 * Call it in every transaction that registers a temporary account. The account's management link ends with it, and so do
 * its API keys, because anyone who had the link could have made some.
 */
export async function publishAccountConfirmed(
  manager: EntityManager,
  outbox: Outbox,
  accountId: string,
  context: RequestContext,
): Promise<void> {
  await manager.delete(ManagementLink, { userId: accountId });
  await manager.delete(Key, { userId: accountId, kind: 'apiKey' });
  await outbox.publish(manager, accountConfirmed, { accountId }, { aggregateId: accountId, context });
}

/**
 * Deletes an account with all its rows in this service and publishes the event, in the caller's transaction.
 * @returns the ids of its sessions, to be announced after the commit
 */
export async function removeAccount(
  manager: EntityManager,
  outbox: Outbox,
  accountId: string,
  context: RequestContext,
): Promise<string[]> {
  // The account is locked first, then its rows: every transaction locks them in this order.
  await lockAccount(manager, { id: accountId });
  const sessionIds = await endSessions(manager, { userId: accountId });
  // Foreign keys delete sessions, identities, tokens and factors; these tables have none.
  await manager.delete(FlowState, { userId: accountId });
  await manager.delete(MailRequest, { userId: accountId });
  await manager.delete(User, { id: accountId });
  await outbox.publish(manager, accountDeleted, { accountId }, { aggregateId: accountId, context });
  return sessionIds;
}
