import { accountConfirmed, type PayloadOf } from '@haru/contracts';
import { lockAccount } from '@haru/database';
import { type EventHandling, type HandlesEvent, WhenEvent } from '@haru/events';
import { indexPagesOfAccount } from '../accounts/confirmed-accounts.js';

/**
 * From here on `noindex` alone decides whether search engines may show the pages. Viewers check again within five seconds,
 * so that no broadcast is needed.
 */
@WhenEvent(accountConfirmed)
export class IndexPagesWhenAccountConfirmed implements HandlesEvent<typeof accountConfirmed> {
  async handle({ accountId }: PayloadOf<typeof accountConfirmed>, { manager }: EventHandling): Promise<void> {
    await lockAccount(manager, accountId);
    await indexPagesOfAccount(manager, accountId);
  }
}
