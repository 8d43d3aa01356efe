import { accountDeleted, type PayloadOf } from '@haru/contracts';
import { noteDeletedAccount } from '@haru/database';
import { type EventHandling, type HandlesEvent, WhenEvent } from '@haru/events';
import { Report } from '../tables/report.entity.js';
import { IdempotentSubmission } from '../tables/submission.entity.js';

/** The account's reports stay, without its address and page. Unsent answers then find no address and are dropped. */
@WhenEvent(accountDeleted)
export class RemoveAddressesWhenAccountDeleted implements HandlesEvent<typeof accountDeleted> {
  async handle({ accountId }: PayloadOf<typeof accountDeleted>, { manager }: EventHandling): Promise<void> {
    await noteDeletedAccount(manager, accountId);
    await manager.update(Report, { accountId }, { email: null, accountId: null, refusedPage: null });
    await manager.delete(IdempotentSubmission, { sender: accountId });
  }
}
