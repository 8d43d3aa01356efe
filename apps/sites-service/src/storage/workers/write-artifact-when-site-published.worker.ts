import { sitePublished, type PayloadOf, type siteDeleted } from '@haru/contracts';
import { isAnyAccountDeleted, isDeletedAccount, queryPrepared } from '@haru/database';
import { WhenEvent, type EventHandling, type HandlesEventsTogether, type RunsEffects } from '@haru/events';
import { DataSource, type EntityManager } from 'typeorm';
import { indexPagesOfConfirmedAccounts, isAnyAccountBanned, stopBecauseOfBan } from '../../sites/pages-of-accounts.js';
import { publishSiteDeleted, publishSiteStateChanged } from '../../sites/publish-site-events.js';
import { ArtifactSync, contentsOf } from '../artifact-sync.js';
import { ManifestWriter } from '../manifest-writer.js';
import { SITES_BY_IDS, type SiteRow } from '../../tables/columns.js';

type SitePublished = PayloadOf<typeof sitePublished>;
type DeletedSites = PayloadOf<typeof siteDeleted>['sites'];
type PublishedRow = Pick<SiteRow, 'id' | 'user_id' | 'path' | 'storage_path' | 'owner_unconfirmed'>;

/** Writes the artifact and the manifest of a published page. A repetition changes nothing. */
@WhenEvent(sitePublished)
export class WriteArtifactWhenSitePublished
  implements HandlesEventsTogether<typeof sitePublished>, RunsEffects<typeof sitePublished>
{
  constructor(
    private readonly dataSource: DataSource,
    private readonly artifacts: ArtifactSync,
    private readonly manifests: ManifestWriter,
  ) {}

  async runEffects(payloads: readonly SitePublished[]): Promise<void> {
    // Sites that were deleted before their event arrived are skipped.
    const sites = await rowsOf(this.dataSource, payloads);
    // The order does not matter: an early manifest only names an artifact that is still missing.
    await Promise.all([
      this.artifacts.sync(contentsOf(sites.map((site) => site.storage_path))),
      this.manifests.write(sites.map(({ path }) => path)),
    ]);
  }

  /** Applies what happened to the account while the page was being published. */
  async handle(payload: SitePublished, { manager, context }: EventHandling): Promise<void> {
    const [site] = await rowsOf(manager, [payload]);
    if (!site) return;
    if (await isDeletedAccount(manager, site.user_id)) {
      const [deleted] = await manager.query<[DeletedSites, number]>(
        'DELETE FROM sites WHERE id = $1 RETURNING id, path, storage_path AS "storagePath"',
        [site.id],
      );
      await publishSiteDeleted(manager, deleted, context);
      return;
    }
    const indexed = await indexPagesOfConfirmedAccounts(manager, unconfirmedOf([site]));
    const stopped = await stopBecauseOfBan(manager, site.user_id);
    await publishSiteStateChanged(manager, [...indexed, ...stopped], { aggregateId: site.id, context });
  }

  async handleBatch(payloads: readonly SitePublished[], manager: EntityManager): Promise<void> {
    const sites = await rowsOf(manager, payloads);
    const accounts = [...new Set(sites.map(({ user_id: id }) => id))];
    if ((await isAnyAccountDeleted(manager, accounts)) || (await isAnyAccountBanned(manager, accounts))) {
      throw new Error('an account among them is deleted or banned');
    }
    if ((await indexPagesOfConfirmedAccounts(manager, unconfirmedOf(sites))).length > 0) {
      throw new Error('an account among them is confirmed');
    }
  }
}

function unconfirmedOf(sites: readonly PublishedRow[]): string[] {
  return sites.filter((site) => site.owner_unconfirmed).map(({ id }) => id);
}

function rowsOf(database: DataSource | EntityManager, payloads: readonly SitePublished[]): Promise<PublishedRow[]> {
  return queryPrepared(database, `SELECT id, user_id, path, storage_path, owner_unconfirmed FROM ${SITES_BY_IDS}`, [
    payloads.map(({ siteId }) => siteId),
  ]);
}
