import { accountUnbanned, type PayloadOf } from '@haru/contracts';
import { lockAccount } from '@haru/database';
import { type EventHandling, type HandlesEvent, WhenEvent } from '@haru/events';
import { BY_BAN } from '../accounts/stop-because-of-ban.js';

/** Puts back what stopped with the ban. What was stopped by itself stays stopped, what expired meanwhile expired. */
@WhenEvent(accountUnbanned)
export class RestoreSitesWhenAccountUnbanned implements HandlesEvent<typeof accountUnbanned> {
  async handle({ accountId }: PayloadOf<typeof accountUnbanned>, { manager }: EventHandling): Promise<void> {
    await lockAccount(manager, accountId);
    await manager.query('DELETE FROM banned_accounts WHERE user_id = $1', [accountId]);
    await manager.query('DELETE FROM stopped_paths WHERE user_id = $1 AND stopped_source = $2', [accountId, BY_BAN]);
    await manager.query(
      `UPDATE sites
       SET is_active = expires_at > now(), stopped_at = NULL, stopped_reason = NULL, stopped_source = NULL
       WHERE user_id = $1 AND stopped_source = $2`,
      [accountId, BY_BAN],
    );
  }
}
