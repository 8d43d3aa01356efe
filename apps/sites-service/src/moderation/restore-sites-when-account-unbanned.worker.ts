import { accountUnbanned, type PayloadOf } from '@haru/contracts';
import { lockAccount } from '@haru/database';
import { type EventHandling, type HandlesEvent, WhenEvent } from '@haru/events';
import { BY_BAN } from '../sites/pages-of-accounts.js';
import { publishSiteStateChanged } from '../sites/publish-site-events.js';

/** Restores the pages that the ban stopped. Pages stopped for another reason stay stopped; expired ones stay expired. */
@WhenEvent(accountUnbanned)
export class RestoreSitesWhenAccountUnbanned implements HandlesEvent<typeof accountUnbanned> {
  async handle({ accountId }: PayloadOf<typeof accountUnbanned>, { manager, context }: EventHandling): Promise<void> {
    await lockAccount(manager, accountId);
    await manager.query('DELETE FROM banned_accounts WHERE user_id = $1', [accountId]);
    const [freed] = await manager.query<[{ path: string }[], number]>(
      'DELETE FROM stopped_paths WHERE user_id = $1 AND stopped_source = $2 RETURNING path',
      [accountId, BY_BAN],
    );
    await manager.query(
      `UPDATE deleted_sites SET stopped_at = NULL, stopped_reason = NULL, stopped_source = NULL
       WHERE user_id = $1 AND stopped_source = $2`,
      [accountId, BY_BAN],
    );
    const [restored] = await manager.query<[{ path: string }[], number]>(
      `UPDATE sites
       SET is_active = expires_at > now(), stopped_at = NULL, stopped_reason = NULL, stopped_source = NULL
       WHERE user_id = $1 AND stopped_source = $2 RETURNING path`,
      [accountId, BY_BAN],
    );
    const paths = [...freed, ...restored].map(({ path }) => path);
    await publishSiteStateChanged(manager, paths, { aggregateId: accountId, context });
  }
}
