import { accountDeleted, type PayloadOf } from '@haru/contracts';
import { noteDeletedAccount } from '@haru/database';
import { type EventHandling, type HandlesEvent, WhenEvent } from '@haru/events';

/** What the account reported stays, without saying whose it was. Answers on their way find no address and stay here. */
@WhenEvent(accountDeleted)
export class RemoveAddressesWhenAccountDeleted implements HandlesEvent<typeof accountDeleted> {
  async handle({ accountId }: PayloadOf<typeof accountDeleted>, { manager }: EventHandling): Promise<void> {
    await noteDeletedAccount(manager, accountId);
    await manager.query('UPDATE reports SET email = NULL, account_id = NULL WHERE account_id = $1', [accountId]);
    await manager.query('DELETE FROM idempotent_submissions WHERE sender = $1', [accountId]);
  }
}
