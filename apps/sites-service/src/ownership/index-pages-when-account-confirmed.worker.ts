import { accountConfirmed, type PayloadOf } from '@haru/contracts';
import { lockAccount } from '@haru/database';
import { type EventHandling, type HandlesEvent, WhenEvent } from '@haru/events';
import { indexPagesOfAccount } from '../sites/pages-of-accounts.js';
import { publishSiteStateChanged } from '../sites/publish-site-events.js';

/**
 * Lets `noindex` alone decide whether search engines may show the account's pages. The next event informs viewers;
 * without it they check again within five seconds.
 */
@WhenEvent(accountConfirmed)
export class IndexPagesWhenAccountConfirmed implements HandlesEvent<typeof accountConfirmed> {
  async handle({ accountId }: PayloadOf<typeof accountConfirmed>, { manager, context }: EventHandling): Promise<void> {
    await lockAccount(manager, accountId);
    const paths = await indexPagesOfAccount(manager, accountId);
    await publishSiteStateChanged(manager, paths, { aggregateId: accountId, context });
  }
}
