import { accountDeleted, type PayloadOf } from '@haru/contracts';
import { noteDeletedAccount } from '@haru/database';
import { Outbox, WhenEvent, type EventHandling, type HandlesEvent } from '@haru/events';
import { deleteAndKeep } from '../sites/deleted-rows.js';
import { publishSiteDeleted } from '../sites/publish-site-events.js';
import { selectAs, sitesColumns } from '../tables/columns.js';
import type { Site } from '../tables/pages/site.entity.js';

const DELETED = ['id', 'path', 'storagePath'] as const;
const DELETED_COLUMNS = selectAs(sitesColumns, DELETED);
type DeletedSite = Pick<Site, (typeof DELETED)[number]>;
/** Decisions about cases stay. A decision also locks the case before its site, so this comes before the sites. */
const REMOVE_ACCOUNT = [
  'DELETE FROM banned_accounts WHERE user_id = $1',
  'DELETE FROM confirmed_accounts WHERE account_id = $1',
  'DELETE FROM idempotent_creates WHERE user_id = $1',
  'DELETE FROM sent_files WHERE account_id = $1',
  'DELETE FROM case_links WHERE report_id IS NULL AND case_id IN (SELECT id FROM cases WHERE owner_id = $1)',
  'UPDATE cases SET owner_id = NULL WHERE owner_id = $1',
  'UPDATE case_reports SET email = NULL, account_id = NULL WHERE account_id = $1',
  'UPDATE case_steps SET actor_id = NULL WHERE actor_id = $1',
];
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
    for (const statement of REMOVE_ACCOUNT) await manager.query(statement, [accountId]);
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
