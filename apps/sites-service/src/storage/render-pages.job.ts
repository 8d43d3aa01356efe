import { siteUpdated } from '@haru/contracts';
import { contextOfJob, Every, Outbox, type ScheduledJob } from '@haru/events';
import { withTitle } from '@haru/page-html';
import { DataSource } from 'typeorm';
import { inBatches } from '../sites/in-batches.js';
import { PageRenderer, type PageText } from '../sites/page-renderer.js';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';
import { SHOWN_TEXT, type SiteRow } from '../tables/columns.js';
import { HAS_NO_ARTIFACT, storagePathOf } from './html-storage/artifact.js';

type DuePage = PageText & { html: string } & Pick<SiteRow, 'id' | 'path' | 'title' | 'storage_path' | 'content_hash'>;

const BATCH = 32;

const DUE = `
  SELECT id, path, title, storage_path, content_hash, ${SHOWN_TEXT}
  FROM sites JOIN contents ON hash = content_hash WHERE ${HAS_NO_ARTIFACT} ORDER BY last_modified LIMIT ${BATCH}`;

// A site that shows another content meanwhile keeps its path. The rows are sorted, so that two statements cannot deadlock.
const KEEP = {
  steps: `
    given AS (
      SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::bytea[], $5::text[])
        AS given (id, former, storage_path, content_hash, html)),
    locked AS MATERIALIZED (
      SELECT given.* FROM given JOIN sites ON sites.id = given.id AND sites.storage_path = given.former
      ORDER BY sites.id FOR NO KEY UPDATE OF sites),
    made AS (
      UPDATE sites SET storage_path = locked.storage_path FROM locked WHERE sites.id = locked.id
      RETURNING sites.storage_path, sites.path),
    shown AS MATERIALIZED (
      SELECT hash, given.html FROM given JOIN contents ON hash = content_hash
      ORDER BY hash FOR NO KEY UPDATE OF contents),
    kept AS (UPDATE contents SET rendered = shown.html FROM shown WHERE contents.hash = shown.hash)`,
  aggregateIdsSql: 'SELECT storage_path FROM made',
  reply: 'SELECT path FROM made',
};

/**
 * Renders pages of Markdown, with colours in their code, which takes ten times as long. A page is published without it:
 * until then it has no artifact, and who shows it renders it. Then its site is updated as if it had another content.
 */
@Every({ seconds: 3, sliceSeconds: 60 })
export class RenderPages implements ScheduledJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly changes: SiteCacheInvalidator,
    private readonly renderer: PageRenderer,
  ) {}

  async run(stop?: AbortSignal): Promise<{ rendered: number }> {
    const rendered = await inBatches(stop, async () => {
      const due = await this.dataSource.query<DuePage[]>(DUE);
      const pages: DuePage[] = [];
      for (const page of due) if (!stop?.aborted) pages.push({ ...page, html: await this.renderer.finalHtmlOf(page) });
      if (pages.length > 0) await this.changes.announce(await this.keep(pages));
      return { done: pages.length, hasMore: due.length === BATCH };
    });
    return { rendered };
  }

  /** @returns the paths of the sites that show these pages now */
  private async keep(pages: readonly DuePage[]): Promise<string[]> {
    const context = contextOfJob();
    const events = pages.map(({ id: siteId, path, title, html, storage_path: formerStoragePath }) => {
      const storagePath = storagePathOf(siteId, Buffer.from(withTitle(html, title)));
      return { payload: { siteId, path, storagePath, formerStoragePath }, aggregateId: storagePath, context };
    });
    const parameters = [
      pages.map(({ id }) => id),
      pages.map((page) => page.storage_path),
      events.map(({ aggregateId }) => aggregateId),
      pages.map((page) => page.content_hash),
      pages.map(({ html }) => html),
    ];
    const made = await this.outbox.publishWith(this.dataSource, { ...KEEP, parameters }, siteUpdated, events);
    return (made as { path: string }[]).map(({ path }) => path);
  }
}
