import { accountBanned, type PayloadOf, type StopSource } from '@haru/contracts';
import { lockAccount, queryPrepared } from '@haru/database';
import { type EventHandling, type HandlesEvent, WhenEvent } from '@haru/events';
import type { EntityManager } from 'typeorm';

const BY_BAN: StopSource = 'ban';

/**
 * Stops every page of a banned account that is not stopped for a reason of its own. Viewers find out by themselves
 * within five seconds; they are not told, because a broadcast of all its paths may be large.
 */
@WhenEvent(accountBanned)
export class StopSitesWhenAccountBanned implements HandlesEvent<typeof accountBanned> {
  async handle({ accountId, reason }: PayloadOf<typeof accountBanned>, { manager }: EventHandling): Promise<void> {
    await lockAccount(manager, accountId);
    await manager.query(
      `INSERT INTO banned_accounts (user_id, reason, banned_at) VALUES ($1, $2, now())
       ON CONFLICT (user_id) DO UPDATE SET reason = EXCLUDED.reason`,
      [accountId, reason],
    );
    await stopBecauseOfBan(manager, accountId);
  }
}

/** Also for what a banned account published at the last moment. @returns whether anything stopped */
export async function stopBecauseOfBan(manager: EntityManager, accountId: string): Promise<boolean> {
  // Of what is published, next to nothing is a banned account's.
  if (!(await isAnyAccountBanned(manager, [accountId]))) return false;
  const [, stopped] = await manager.query<[unknown[], number]>(
    `UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = banned.reason, stopped_source = $2
     FROM banned_accounts AS banned
     WHERE banned.user_id = $1 AND sites.user_id = $1 AND (stopped_at IS NULL OR stopped_source = $2)`,
    [accountId, BY_BAN],
  );
  return stopped > 0;
}

export async function isAnyAccountBanned(manager: EntityManager, accountIds: readonly string[]): Promise<boolean> {
  const sql = 'SELECT FROM banned_accounts WHERE user_id = ANY ($1::uuid[]) LIMIT 1';
  return (await queryPrepared(manager, sql, [accountIds])).length > 0;
}
