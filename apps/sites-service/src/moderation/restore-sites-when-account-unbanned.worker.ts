import { accountUnbanned, type PayloadOf } from '@haru/contracts';
import { lockAccount } from '@haru/database';
import { type EventHandling, type HandlesEvent, WhenEvent } from '@haru/events';
import { BY_BAN } from '../sites/pages-of-accounts.js';
import { changeSites } from '../sites/publish-site-events.js';

const FREE_PATHS = 'DELETE FROM stopped_paths WHERE user_id = $1 AND stopped_source = $2 RETURNING path';

const RESTORE = `
  UPDATE sites SET is_active = expires_at > now(), stopped_at = NULL, stopped_reason = NULL, stopped_source = NULL
  WHERE user_id = $1 AND stopped_source = $2 RETURNING path`;

/** Restores the pages that the ban stopped. Pages stopped for another reason stay stopped; expired ones stay expired. */
@WhenEvent(accountUnbanned)
export class RestoreSitesWhenAccountUnbanned implements HandlesEvent<typeof accountUnbanned> {
  async handle({ accountId }: PayloadOf<typeof accountUnbanned>, { manager, context }: EventHandling): Promise<void> {
    const options = { aggregateId: accountId, context };
    await lockAccount(manager, accountId);
    await manager.query('DELETE FROM banned_accounts WHERE user_id = $1', [accountId]);
    await changeSites(manager, [FREE_PATHS, accountId, BY_BAN], options);
    await manager.query(
      `UPDATE deleted_sites SET stopped_at = NULL, stopped_reason = NULL, stopped_source = NULL
       WHERE user_id = $1 AND stopped_source = $2`,
      [accountId, BY_BAN],
    );
    await changeSites(manager, [RESTORE, accountId, BY_BAN], options);
  }
}
