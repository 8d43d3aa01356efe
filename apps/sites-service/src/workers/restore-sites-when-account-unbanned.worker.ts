import { accountUnbanned, type PayloadOf } from '@haru/contracts';
import { lockAccount } from '@haru/database';
import { type EventHandling, type HandlesEvent, WhenEvent } from '@haru/events';
import { BY_BAN } from '../accounts/stop-because-of-ban.js';
import { BannedAccount } from '../tables/accounts.entity.js';
import { StoppedPath } from '../tables/stopped-path.entity.js';

/** Restores the pages that the ban stopped. Pages stopped for another reason stay stopped; expired ones stay expired. */
@WhenEvent(accountUnbanned)
export class RestoreSitesWhenAccountUnbanned implements HandlesEvent<typeof accountUnbanned> {
  async handle({ accountId }: PayloadOf<typeof accountUnbanned>, { manager }: EventHandling): Promise<void> {
    await lockAccount(manager, accountId);
    await manager.delete(BannedAccount, { userId: accountId });
    await manager.delete(StoppedPath, { userId: accountId, stoppedSource: BY_BAN });
    await manager.query(
      `UPDATE sites
       SET is_active = expires_at > now(), stopped_at = NULL, stopped_reason = NULL, stopped_source = NULL
       WHERE user_id = $1 AND stopped_source = $2`,
      [accountId, BY_BAN],
    );
  }
}
