import { sitePublished, type PayloadOf } from '@haru/contracts';
import { isAnyAccountDeleted, isDeletedAccount, queryPrepared } from '@haru/database';
import { WhenEvent, type EventHandling, type HandlesEventsTogether } from '@haru/events';
import type { EntityManager } from 'typeorm';
import { contentHashOf, makeArtifact, storagePathOf } from '../html-storage/artifact.js';
import { HtmlStorage } from '../html-storage/html-storage.js';
import { shareContents } from '../html-storage/shared-artifacts.js';
import { LOCKED_ROWS_TIMEOUT_MS, withTimeout } from '../html-storage/storage-timeout.js';
import { isAnyAccountBanned, stopBecauseOfBan } from '../accounts/stop-because-of-ban.js';
import { indexPagesOfConfirmedAccounts } from '../accounts/confirmed-accounts.js';
import { withTitle } from '../page-html/site-title.js';
import type { SiteRow } from '../tables/columns.js';

/** Pages in memory at once, each up to 1 MiB and what is made of it. */
const MAX_PAGES_IN_MEMORY = 8;
/**
 * For all pages of a group, whose rows are held to its end: 32 of 1 MiB take a busy machine some seconds. One that takes
 * longer is done page by page.
 */
const GROUP_TIMEOUT_MS = 6_000;

type PublishedRow = Pick<SiteRow, 'id' | 'title' | 'html_content' | 'storage_path'>;

/** Puts into storage what viewers get, compressed once. Done again it finds its work done. */
@WhenEvent(sitePublished)
export class WriteArtifactWhenSitePublished implements HandlesEventsTogether<typeof sitePublished> {
  constructor(private readonly storage: HtmlStorage) {}

  async handle({ siteId }: PayloadOf<typeof sitePublished>, { manager }: EventHandling): Promise<void> {
    const [owner] = await ownersOf(manager, [siteId]);
    // Deleted before its event came: there is nothing to show.
    if (!owner) return;
    if (await isDeletedAccount(manager, owner.user_id)) {
      // What its account published in its last moments goes with it.
      await manager.query('DELETE FROM sites WHERE id = $1', [siteId]);
      return;
    }
    await indexPagesOfConfirmedAccounts(manager, unconfirmedOf([owner]));
    // Its artifact can wait: the reconciliation writes what is missing.
    if (await stopBecauseOfBan(manager, owner.user_id)) return;
    await shareContents(manager, contentsOf([owner]));
    // The lock on the row keeps whoever deletes it waiting until the files they must remove are there. It is the
    // weakest that does: extending the site, its noindex, or stopping it need not wait for a slow storage.
    const [site] = await queryPrepared<PublishedRow>(
      manager,
      'SELECT id, title, html_content, storage_path FROM sites WHERE id = $1 FOR KEY SHARE',
      [siteId],
    );
    if (!site) return;
    await withTimeout(LOCKED_ROWS_TIMEOUT_MS, (signal) => this.write(site, signal));
  }

  async handleBatch(payloads: readonly PayloadOf<typeof sitePublished>[], manager: EntityManager): Promise<void> {
    const owners = await ownersOf(
      manager,
      payloads.map(({ siteId }) => siteId),
    );
    const accounts = [...new Set(owners.map(({ user_id }) => user_id))];
    if ((await isAnyAccountDeleted(manager, accounts)) || (await isAnyAccountBanned(manager, accounts))) {
      throw new Error('an account among them is deleted or banned');
    }
    await indexPagesOfConfirmedAccounts(manager, unconfirmedOf(owners));
    await shareContents(manager, contentsOf(owners));
    const endsAt = performance.now() + GROUP_TIMEOUT_MS;
    for (let from = 0; from < owners.length; from += MAX_PAGES_IN_MEMORY) {
      const ids = owners.slice(from, from + MAX_PAGES_IN_MEMORY).map(({ id }) => id);
      const sites = await queryPrepared<PublishedRow>(
        manager,
        `SELECT id, title, html_content, storage_path FROM sites WHERE id = ANY ($1::uuid[]) FOR KEY SHARE SKIP LOCKED`,
        [ids],
      );
      if (sites.length < ids.length) throw new Error('a page among them is just being deleted');
      await withTimeout(Math.max(0, endsAt - performance.now()), (signal) => this.writeAll(sites, signal));
    }
  }

  /** @throws when all have ended, so that none is written after the rows are let go */
  private async writeAll(sites: readonly PublishedRow[], signal: AbortSignal): Promise<void> {
    const contents = new Map(sites.map((site) => [contentHashOf(site.storage_path), site]));
    const writes = await Promise.allSettled([...contents.values()].map((site) => this.write(site, signal)));
    const failed = writes.find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  }

  private async write(site: PublishedRow, signal: AbortSignal): Promise<void> {
    // Another page with the same content has it, or a reconcile was quicker.
    if (await this.storage.has(site.storage_path, signal)) return;
    const bytes = Buffer.from(withTitle(site.html_content, site.title));
    // Published by a version with another rule for titles: the reconcile writes it and renames it in its row.
    if (storagePathOf(site.id, bytes) !== site.storage_path) return;
    await this.storage.write(site.storage_path, await makeArtifact(bytes), signal);
  }
}

type Owner = Pick<SiteRow, 'id' | 'user_id' | 'storage_path' | 'owner_unconfirmed'>;

function unconfirmedOf(owners: readonly Owner[]): string[] {
  return owners.filter((owner) => owner.owner_unconfirmed).map(({ id }) => id);
}

function contentsOf(owners: readonly Owner[]): string[] {
  return owners.flatMap(({ storage_path: storagePath }) => contentHashOf(storagePath) ?? []);
}

function ownersOf(manager: EntityManager, siteIds: readonly string[]): Promise<Owner[]> {
  return queryPrepared(
    manager,
    'SELECT id, user_id, storage_path, owner_unconfirmed FROM sites WHERE id = ANY ($1::uuid[])',
    [siteIds],
  );
}
