import { accountBanned, accountUnbanned, type RequestContext } from '@haru/contracts';
import type { Outbox } from '@haru/events';
import type { EntityManager } from 'typeorm';
import { Key } from '../tables/account/key.entity.js';
import { User } from '../tables/account/user.entity.js';

export interface Ban {
  until: Date;
  /** The owner sees this. */
  reason: string;
}

/** Bans the account in the caller's transaction, which holds its lock. Its pages stop, and its keys are revoked. */
export async function banUser(
  manager: EntityManager,
  outbox: Outbox,
  { user, until, reason }: Ban & { user: User },
  context: RequestContext,
): Promise<void> {
  Object.assign(user, { bannedUntil: until, banReason: reason });
  await manager.update(User, user.id, { bannedUntil: until, banReason: reason });
  await manager.delete(Key, { userId: user.id });
  await outbox.publish(manager, accountBanned, { accountId: user.id, reason }, { aggregateId: user.id, context });
}

/** Lifts a ban in the caller's transaction, which holds the account's lock. The account's pages are shown again. */
export async function unbanUser(
  manager: EntityManager,
  outbox: Outbox,
  user: User,
  context: RequestContext,
): Promise<void> {
  Object.assign(user, { bannedUntil: null, banReason: null });
  await manager.update(User, user.id, { bannedUntil: null, banReason: null });
  await tellUnbanned(manager, outbox, user.id, context);
}

export function tellUnbanned(
  manager: EntityManager,
  outbox: Outbox,
  accountId: string,
  context: RequestContext,
): Promise<unknown> {
  return outbox.publish(manager, accountUnbanned, { accountId }, { aggregateId: accountId, context });
}
