import { accountDeleted, type PayloadOf } from '@haru/contracts';
import { noteDeletedAccount } from '@haru/database';
import { Outbox, WhenEvent, type EventHandling, type HandlesEvent } from '@haru/events';
import { removeAccountFromCases } from '../moderation/cases/remove-account-from-cases.js';
import { deleteAndKeep } from '../sites/deleted-rows.js';
import { publishSiteDeleted } from '../sites/publish-site-events.js';
import { selectAs, sitesColumns } from '../tables/columns.js';
import type { Site } from '../tables/pages/site.entity.js';

const DELETED = ['id', 'path', 'storagePath'] as const;
const DELETED_COLUMNS = selectAs(sitesColumns, DELETED);
type DeletedSite = Pick<Site, (typeof DELETED)[number]>;
/**
 * One transaction deletes this many pages. Triggers lock the path of each, and Postgres has places for 64 locks for each
 * connection.
 */
const BATCH = 50;
type LockedSite = Pick<Site, 'id' | 'path'> & { isStopped: boolean };

/**
 * Deletes all sites of the account for good. Stopped ones are kept for their time as evidence, where no account can
 * reach them. Events remove their artifacts, so storage need not be available. If there may be more pages, the event is
 * published again. It is idempotent.
 */
@WhenEvent(accountDeleted)
export class RemoveSitesWhenAccountDeleted implements HandlesEvent<typeof accountDeleted> {
  constructor(private readonly outbox: Outbox) {}

  async handle({ accountId }: PayloadOf<typeof accountDeleted>, { manager, context }: EventHandling): Promise<void> {
    await noteDeletedAccount(manager, accountId);
    await manager.query('DELETE FROM banned_accounts WHERE user_id = $1', [accountId]);
    await manager.query('DELETE FROM confirmed_accounts WHERE account_id = $1', [accountId]);
    await manager.query('DELETE FROM idempotent_creates WHERE user_id = $1', [accountId]);
    await manager.query('DELETE FROM sent_files WHERE account_id = $1', [accountId]);
    // A decision about a case also locks the case before its site.
    await removeAccountFromCases(manager, accountId);
    // The lock prevents that one is stopped in between.
    const locked = await manager.query<LockedSite[]>(
      `SELECT id, path, stopped_at IS NOT NULL AS "isStopped" FROM sites WHERE user_id = $1
       ORDER BY id LIMIT ${BATCH} FOR UPDATE`,
      [accountId],
    );
    const stopped = locked.filter(({ isStopped }) => isStopped);
    const evidence = await deleteAndKeep<DeletedSite>(manager, stopped, DELETED_COLUMNS);
    const [deleted] = await manager.query<[DeletedSite[], number]>(
      `DELETE FROM sites WHERE id = ANY ($1::uuid[]) RETURNING ${DELETED_COLUMNS}`,
      [locked.map(({ id }) => id)],
    );
    await publishSiteDeleted(manager, [...evidence, ...deleted], context);
    if (locked.length === BATCH) {
      const again = { ...accountDeleted, consumers: ['sites'] as const };
      await this.outbox.publish(manager, again, { accountId }, { aggregateId: accountId, context });
    } else {
      await manager.query('DELETE FROM deleted_sites WHERE user_id = $1 AND stopped_at IS NULL', [accountId]);
    }
  }
}
