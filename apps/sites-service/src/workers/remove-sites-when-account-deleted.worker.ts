import { accountDeleted, type PayloadOf, type siteDeleted } from '@haru/contracts';
import { noteDeletedAccount } from '@haru/database';
import { Outbox, WhenEvent, type EventHandling, type HandlesEvent } from '@haru/events';
import { publishSiteDeleted } from '../sites/publish-site-deleted.js';

type DeletedSites = PayloadOf<typeof siteDeleted>['sites'];

/**
 * Takes everything an account published away. The rows go at once, whether storage answers or not; what is in storage
 * follows through the events. Done again it finds nothing.
 */
@WhenEvent(accountDeleted)
export class RemoveSitesWhenAccountDeleted implements HandlesEvent<typeof accountDeleted> {
  constructor(private readonly outbox: Outbox) {}

  async handle({ accountId }: PayloadOf<typeof accountDeleted>, { manager, context }: EventHandling): Promise<void> {
    await noteDeletedAccount(manager, accountId);
    await manager.query('DELETE FROM banned_accounts WHERE user_id = $1', [accountId]);
    await manager.query('DELETE FROM confirmed_accounts WHERE account_id = $1', [accountId]);
    await manager.query('DELETE FROM idempotent_creates WHERE user_id = $1', [accountId]);
    const [deleted] = await manager.query<[DeletedSites, number]>(
      'DELETE FROM sites WHERE user_id = $1 RETURNING id, path, storage_path AS "storagePath"',
      [accountId],
    );
    await publishSiteDeleted(this.outbox, manager, deleted, context);
  }
}
