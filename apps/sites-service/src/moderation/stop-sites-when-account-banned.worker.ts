import { accountBanned, type PayloadOf } from '@haru/contracts';
import { lockAccount } from '@haru/database';
import { type EventHandling, type HandlesEvent, WhenEvent } from '@haru/events';
import { stopBecauseOfBan } from '../sites/pages-of-accounts.js';
import { publishSiteStateChanged } from '../sites/publish-site-events.js';

/**
 * Stops every page of a banned account that is not stopped for another reason. The next events inform viewers, 500
 * paths at a time; without them they check again within five seconds.
 */
@WhenEvent(accountBanned)
export class StopSitesWhenAccountBanned implements HandlesEvent<typeof accountBanned> {
  async handle(
    { accountId, reason }: PayloadOf<typeof accountBanned>,
    { manager, context }: EventHandling,
  ): Promise<void> {
    await lockAccount(manager, accountId);
    await manager.query(
      `INSERT INTO banned_accounts (user_id, reason, banned_at) VALUES ($1, $2, now())
       ON CONFLICT (user_id) DO UPDATE SET reason = EXCLUDED.reason`,
      [accountId, reason],
    );
    const paths = await stopBecauseOfBan(manager, accountId);
    await publishSiteStateChanged(manager, paths, { aggregateId: accountId, context });
  }
}
