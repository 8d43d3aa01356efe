import { sitePublished } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { contentHashOf, makeArtifact, storagePathOf } from '../html-storage/artifact.js';
import { HtmlStorage, type StoredContent } from '../html-storage/html-storage.js';
import { CONTENT_HASH, lockContents, shareContents } from '../html-storage/shared-artifacts.js';
import { LOCKED_ROWS_TIMEOUT_MS, withTimeout } from '../html-storage/storage-timeout.js';
import { withTitle } from '../page-html/site-title.js';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';
import type { SiteRow } from '../tables/columns.js';

const BATCH = 1_000;
/** Younger sites have their artifact on the way. */
const YOUNGEST_MS = 60_000;
/** So long the event of a published site may wait in a backlog before its artifact is written without it. */
const MAX_WAIT_MINUTES = 60;

/** What one site or many show. */
interface KnownContent {
  hash: string;
  /** When one of them was published. */
  created_at: Date;
}

type ReconciledRow = Pick<SiteRow, 'id' | 'path' | 'title' | 'html_content' | 'storage_path'>;

/** Some artifacts may be beyond us. Where so many are, storage is away. */
const MAX_FAILURES = 10;

export interface Reconciled {
  /** How many artifacts were written. */
  written: number;
  /** How many contents that no site shows were removed. */
  removed: number;
  /** Why contents could not be reconciled. */
  failures: unknown[];
}

/** Makes storage agree with the database, which is the truth. */
@Injectable()
export class ReconcileStorage {
  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: HtmlStorage,
    private readonly changes: SiteCacheInvalidator,
  ) {}

  /**
   * Writes what is missing and removes what no site shows. Storage and the table are read once each, in the order of the
   * contents' hashes and side by side, so that memory stays the same however many sites there are.
   * One content that cannot be reconciled keeps no other from it.
   * @param stop ends it after the content in hand
   * @throws the last failure, if there are ten
   */
  async reconcile(now: Date, stop?: AbortSignal): Promise<Reconciled> {
    await this.storage.prepare();
    const reconciled: Reconciled = { written: 0, removed: 0, failures: [] };
    const oldEnough = ({ created_at: at }: KnownContent) => now.getTime() - at.getTime() >= YOUNGEST_MS;
    for await (const { known, stored } of this.sideBySide()) {
      if (stop?.aborted) break;
      if (known && !stored?.hasArtifact && oldEnough(known)) {
        await trying(reconciled, async () => {
          if (!(await this.isEventWaiting(known.hash))) await this.write(known.hash, reconciled);
        });
      }
      if (stored && (!known || stored.hasRemains)) await trying(reconciled, () => this.tidy(stored.id, reconciled));
    }
    return reconciled;
  }

  /** Every content that the table or storage has, once. */
  private async *sideBySide(): AsyncGenerator<{ known?: KnownContent; stored?: StoredContent }> {
    const contents = this.contents();
    const kept = this.storage.list()[Symbol.asyncIterator]();
    try {
      let [known, stored] = [await next(contents), await next(kept)];
      while (known ?? stored) {
        const order = known && stored ? compare(known.hash, stored.id) : known ? -1 : 1;
        yield { known: order <= 0 ? known : undefined, stored: order >= 0 ? stored : undefined };
        if (order <= 0) known = await next(contents);
        if (order >= 0) stored = await next(kept);
      }
    } finally {
      await kept.return?.();
    }
  }

  private async *contents(): AsyncGenerator<KnownContent> {
    for (let after = ''; ;) {
      const contents = await this.dataSource.query<KnownContent[]>(
        `SELECT hash, min(created_at) AS created_at FROM (
           SELECT ${CONTENT_HASH} AS hash, created_at FROM sites WHERE ${CONTENT_HASH} > $1
           ORDER BY ${CONTENT_HASH} LIMIT $2
         ) AS found GROUP BY hash ORDER BY hash`,
        [after, BATCH],
      );
      yield* contents;
      const last = contents.at(-1);
      if (!last) return;
      after = last.hash;
    }
  }

  /** Whether a worker will write it anyway. An event that waits for longer may have failed for good. */
  private async isEventWaiting(hash: string): Promise<boolean> {
    const waiting = await this.dataSource.query<unknown[]>(
      `SELECT FROM sites JOIN outbox ON aggregate_id = sites.id::text
       WHERE ${CONTENT_HASH} = $1 AND consumer = $2 AND name = $3
         AND outbox.created_at > now() - make_interval(mins => ${MAX_WAIT_MINUTES}) LIMIT 1`,
      [hash, 'sites', sitePublished.name],
    );
    return waiting.length > 0;
  }

  /** Of every site of this name: where its page makes another content, that is another artifact. */
  private async write(hash: string, reconciled: Reconciled): Promise<void> {
    let renamed: string | undefined;
    do {
      renamed = await this.dataSource.transaction((manager) => this.writeOne(manager, hash, reconciled));
      if (renamed !== undefined) await this.changes.announce([renamed]);
    } while (renamed !== undefined);
  }

  /**
   * With the row locked, but not for long. What is written is named by its content, and the row follows: a page published
   * by another version, with another rule for titles, would be taken for damaged for ever.
   * @returns the path of a site that was given another name
   */
  private async writeOne(manager: EntityManager, hash: string, reconciled: Reconciled): Promise<string | undefined> {
    // Before the row, as whoever publishes does.
    await shareContents(manager, [hash]);
    const [site] = await manager.query<ReconciledRow[]>(
      `SELECT id, path, title, html_content, storage_path FROM sites WHERE ${CONTENT_HASH} = $1 LIMIT 1 FOR UPDATE`,
      [hash],
    );
    if (!site) return undefined;
    const bytes = Buffer.from(withTitle(site.html_content, site.title));
    const storagePath = storagePathOf(site.id, bytes);
    await shareContents(manager, [contentHashOf(storagePath) ?? '']);
    const isThere = await withTimeout(LOCKED_ROWS_TIMEOUT_MS, async (signal) => {
      // It may have come since storage was listed.
      if (await this.storage.has(site.storage_path, signal)) return true;
      if (await this.storage.has(storagePath, signal)) return false;
      await this.storage.write(storagePath, await makeArtifact(bytes), signal);
      reconciled.written += 1;
      return false;
    });
    if (isThere) return undefined;
    // There again for all of them; a row that is being changed is left to the next run.
    await manager.query(
      `UPDATE sites SET artifact_removed_at = NULL WHERE id IN (
         SELECT id FROM sites WHERE ${CONTENT_HASH} = $1 AND artifact_removed_at IS NOT NULL
         ORDER BY id FOR NO KEY UPDATE SKIP LOCKED)`,
      [hash],
    );
    if (storagePath === site.storage_path) return undefined;
    await manager.query('UPDATE sites SET storage_path = $2 WHERE id = $1', [site.id, storagePath]);
    return site.path;
  }

  /** Removes what is no artifact, and the artifact that no site shows; nobody is writing or publishing it meanwhile. */
  private async tidy(id: string, reconciled: Reconciled): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      await lockContents(manager, [id]);
      const [site] = await manager.query<{ storage_path: string }[]>(
        `SELECT storage_path FROM sites WHERE ${CONTENT_HASH} = $1 LIMIT 1`,
        [id],
      );
      await withTimeout(LOCKED_ROWS_TIMEOUT_MS, (signal) => this.storage.removeAllOf(id, site?.storage_path, signal));
      if (!site) reconciled.removed += 1;
    });
  }
}

async function trying(reconciled: Reconciled, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (reconciled.failures.push(error) >= MAX_FAILURES) throw error;
  }
}

/** As the database orders hashes: by their bytes. */
function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

async function next<T>(iterator: AsyncIterator<T>): Promise<T | undefined> {
  const result = await iterator.next();
  return result.done ? undefined : result.value;
}
