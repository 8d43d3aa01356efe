import { sitePublished, type PayloadOf } from '@haru/contracts';
import { isDeletedAccount, queryPrepared } from '@haru/database';
import { WhenEvent, type EventHandling, type HandlesEvent } from '@haru/events';
import { makeArtifact } from '../html-storage/artifact.js';
import { HtmlStorage } from '../html-storage/html-storage.js';
import { withTitle } from '../sites/site-title.js';
import { stopBecauseOfBan } from './stop-sites-when-account-banned.worker.js';

interface PublishedRow {
  title: string;
  html_content: string;
  storage_path: string;
}

/** Puts into storage what viewers get, compressed once. Done again it finds its work done. */
@WhenEvent(sitePublished)
export class WriteArtifactWhenSitePublished implements HandlesEvent<typeof sitePublished> {
  constructor(private readonly storage: HtmlStorage) {}

  async handle({ siteId }: PayloadOf<typeof sitePublished>, { manager }: EventHandling): Promise<void> {
    const [owner] = await queryPrepared<{ user_id: string }>(manager, 'SELECT user_id FROM sites WHERE id = $1', [
      siteId,
    ]);
    // Deleted before its event came: there is nothing to show.
    if (!owner) return;
    if (await isDeletedAccount(manager, owner.user_id)) {
      // What its account published in its last moments goes with it.
      await manager.query('DELETE FROM sites WHERE id = $1', [siteId]);
      return;
    }
    // Its artifact can wait: the reconciliation writes what is missing.
    if (await stopBecauseOfBan(manager, owner.user_id)) return;
    // The lock on the row keeps whoever deletes it waiting until the files they must remove are there. It is the
    // weakest that does: with a slow storage, extending the site or its noindex need not wait.
    const [site] = await queryPrepared<PublishedRow>(
      manager,
      'SELECT title, html_content, storage_path FROM sites WHERE id = $1 FOR KEY SHARE',
      [siteId],
    );
    if (!site || (await this.storage.has(site.storage_path))) return;
    const bytes = Buffer.from(withTitle(site.html_content, site.title));
    await this.storage.write(site.storage_path, await makeArtifact(bytes));
  }
}
