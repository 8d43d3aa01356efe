import { accountBanned, type PayloadOf } from '@haru/contracts';
import { lockAccount } from '@haru/database';
import { type EventHandling, type HandlesEvent, WhenEvent } from '@haru/events';
import { stopBecauseOfBan } from '../accounts/stop-because-of-ban.js';

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
