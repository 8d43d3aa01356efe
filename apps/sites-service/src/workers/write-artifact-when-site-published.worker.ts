import { sitePublished, type PayloadOf } from '@haru/contracts';
import { WhenEvent, type EventHandling, type HandlesEvent } from '@haru/events';
import { makeArtifact } from '../html-storage/artifact.js';
import { HtmlStorage } from '../html-storage/html-storage.js';
import { withTitle } from '../sites/site-title.js';

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
    const rows = await manager.query<PublishedRow[]>(
      'SELECT title, html_content, storage_path FROM sites WHERE id = $1',
      [siteId],
    );
    const site = rows[0];
    // Deleted before its event came: there is nothing to show.
    if (!site || (await this.storage.has(site.storage_path))) return;
    const bytes = Buffer.from(withTitle(site.html_content, site.title));
    await this.storage.write(site.storage_path, await makeArtifact(bytes));
  }
}
