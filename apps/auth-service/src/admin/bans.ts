import { accountBanned, accountUnbanned, type RequestContext } from '@haru/contracts';
import type { Outbox } from '@haru/events';
import type { DataSource, EntityManager } from 'typeorm';
import { User } from '../tables/account/user.entity.js';

export interface Ban {
  until: Date;
  /** The owner sees this. */
  reason: string;
}

/** Expired bans are lifted in batches, one transaction each. */
const BATCH = 100;

/** Bans the account in the caller's transaction, which holds its lock. Its pages stop. */
export async function banUser(
  manager: EntityManager,
  outbox: Outbox,
  { user, until, reason }: Ban & { user: User },
  context: RequestContext,
): Promise<void> {
  Object.assign(user, { bannedUntil: until, banReason: reason });
  await manager.update(User, user.id, { bannedUntil: until, banReason: reason });
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

/** @returns how many bans were lifted */
export async function liftEndedBans(dataSource: DataSource, outbox: Outbox, context: RequestContext): Promise<number> {
  for (let lifted = 0; ;) {
    const batch = await dataSource.transaction(async (manager) => {
      // Accounts that are locked, such as by a new ban, are left to the next batch.
      const [rows] = await manager.query<[{ id: string }[], number]>(
        `UPDATE users SET banned_until = NULL, ban_reason = NULL
         WHERE id IN (
           SELECT id FROM users WHERE banned_until <= now() AND deleted_at IS NULL
           ORDER BY banned_until LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
         ) RETURNING id`,
      );
      for (const { id } of rows) await tellUnbanned(manager, outbox, id, context);
      return rows.length;
    });
    lifted += batch;
    if (batch < BATCH) return lifted;
  }
}

function tellUnbanned(
  manager: EntityManager,
  outbox: Outbox,
  accountId: string,
  context: RequestContext,
): Promise<unknown> {
  return outbox.publish(manager, accountUnbanned, { accountId }, { aggregateId: accountId, context });
}
