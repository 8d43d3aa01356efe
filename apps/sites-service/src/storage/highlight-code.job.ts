import { htmlFault, siteUpdated } from '@haru/contracts';
import { contextOfJob, Outbox, ScheduledJob } from '@haru/events';
import { withTitle } from '@haru/page-html';
import { Injectable, Logger } from '@nestjs/common';
import { Piscina } from 'piscina';
import { DataSource, type EntityManager } from 'typeorm';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';
import type { SiteRow } from '../tables/columns.js';
import { storagePathOf } from './html-storage/artifact.js';

interface DueContent {
  hash: Buffer;
  rendered: string;
}

const DUE = 'SELECT hash, rendered FROM contents WHERE needs_highlight ORDER BY used_at LIMIT 1';
const KEEP = 'UPDATE contents SET rendered = $2, needs_highlight = false WHERE hash = $1';
const SHOWING = `
  SELECT id, path, title, storage_path FROM sites
  WHERE content_hash = $1 AND id IN (SELECT site_id FROM page_versions WHERE content_hash = $1)
  ORDER BY id FOR NO KEY UPDATE`;

const MAX_MS = 10_000;
const MAX_HEAP_MB = 256;

/**
 * Colours the code of rendered pages. A page is published without it, because it takes ten times as long as rendering.
 * The page then has another artifact, so its sites are updated as if they had another content.
 */
@Injectable()
export class HighlightCode extends ScheduledJob {
  readonly everyMs = 3_000;
  readonly sliceMs = 60_000;
  private readonly logger = new Logger(HighlightCode.name);
  /** A grammar may take seconds for some code, so it runs in a thread. */
  private readonly thread = new Piscina<string, string>({
    filename: import.meta.resolve('@haru/page-render/highlight'),
    name: 'highlightPage',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly changes: SiteCacheInvalidator,
  ) {
    super();
  }

  async run(stop?: AbortSignal): Promise<{ highlighted: number }> {
    let highlighted = 0;
    while (!stop?.aborted) {
      const [content] = await this.dataSource.query<DueContent[]>(DUE);
      if (!content) break;
      const html = await this.highlight(content.rendered, stop);
      const paths = await this.dataSource.transaction((manager) => this.keep(manager, content.hash, html));
      await this.changes.announce(paths);
      highlighted += 1;
    }
    return { highlighted };
  }

  /** Returns the page as it is if its code cannot be coloured. */
  private async highlight(html: string, stop?: AbortSignal): Promise<string> {
    try {
      const coloured = await this.thread.run(html, { signal: AbortSignal.timeout(MAX_MS) });
      return htmlFault(coloured) ? html : coloured;
    } catch (error) {
      // The process ends, and the next one colours the page.
      if (stop?.aborted) throw error;
      this.logger.warn({ err: error }, 'the code of a page stays without colours');
      return html;
    }
  }

  private async keep(manager: EntityManager, hash: Buffer, html: string): Promise<string[]> {
    await manager.query(KEEP, [hash, html]);
    const paths: string[] = [];
    const sites = await manager.query<Pick<SiteRow, 'id' | 'path' | 'title' | 'storage_path'>[]>(SHOWING, [hash]);
    const context = contextOfJob();
    for (const { id, path, title, storage_path: formerStoragePath } of sites) {
      const storagePath = storagePathOf(id, Buffer.from(withTitle(html, title)));
      if (storagePath === formerStoragePath) continue;
      await manager.query('UPDATE sites SET storage_path = $2 WHERE id = $1', [id, storagePath]);
      const payload = { siteId: id, path, storagePath, formerStoragePath };
      await this.outbox.publish(manager, siteUpdated, payload, { aggregateId: storagePath, context });
      paths.push(path);
    }
    return paths;
  }

  /** Nest calls it when the process ends. */
  async onApplicationShutdown(): Promise<void> {
    await this.thread.destroy();
  }
}
