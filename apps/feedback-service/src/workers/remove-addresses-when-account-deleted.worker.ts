import { accountDeleted, type PayloadOf } from '@haru/contracts';
import { type EventHandling, type HandlesEvent, WhenEvent } from '@haru/events';
import { lockAccount } from '../reports/account-lock.js';

/** What the account reported stays, without saying whose it was. Answers on their way find no address and stay here. */
@WhenEvent(accountDeleted)
export class RemoveAddressesWhenAccountDeleted implements HandlesEvent<typeof accountDeleted> {
  async handle({ accountId }: PayloadOf<typeof accountDeleted>, { manager }: EventHandling): Promise<void> {
    await lockAccount(manager, accountId, 'alone');
    await manager.query('INSERT INTO deleted_accounts (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [accountId]);
    await manager.query('UPDATE reports SET email = NULL, account_id = NULL WHERE account_id = $1', [accountId]);
    await manager.query('DELETE FROM idempotent_submissions WHERE sender = $1', [accountId]);
  }
}
