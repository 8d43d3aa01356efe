import { accountDeleted, type PayloadOf } from '@haru/contracts';
import { noteDeletedAccount } from '@haru/database';
import { Outbox, WhenEvent, type EventHandling, type HandlesEvent } from '@haru/events';
import { publishSiteDeleted } from '../sites/publish-site-deleted.js';
import { BannedAccount, ConfirmedAccount } from '../tables/accounts.entity.js';
import { selectAs, sitesTable } from '../tables/columns.js';
import { IdempotentCreate } from '../tables/idempotent-create.entity.js';
import type { Site } from '../tables/site.entity.js';

const DELETED = ['id', 'path', 'storagePath'] as const;
type DeletedSite = Pick<Site, (typeof DELETED)[number]>;

/** Deletes all sites of the account. Events remove their artifacts, so that storage may be away. Idempotent. */
@WhenEvent(accountDeleted)
export class RemoveSitesWhenAccountDeleted implements HandlesEvent<typeof accountDeleted> {
  constructor(private readonly outbox: Outbox) {}

  async handle({ accountId }: PayloadOf<typeof accountDeleted>, { manager, context }: EventHandling): Promise<void> {
    await noteDeletedAccount(manager, accountId);
    await manager.delete(BannedAccount, { userId: accountId });
    await manager.delete(ConfirmedAccount, { accountId });
    await manager.delete(IdempotentCreate, { userId: accountId });
    const [deleted] = await manager.query<[DeletedSite[], number]>(
      `DELETE FROM sites WHERE user_id = $1 RETURNING ${selectAs(sitesTable, DELETED)}`,
      [accountId],
    );
    await publishSiteDeleted(this.outbox, manager, deleted, context);
  }
}
