import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { makeArtifact, storagePathOf } from '../html-storage/artifact.js';
import { HtmlStorage, type StoredSite } from '../html-storage/html-storage.js';
import { PATIENCE_WITH_ROWS_MS, withPatience } from '../html-storage/storage-patience.js';
import { withTitle } from '../page-html/site-title.js';
import { AnnounceChanges } from '../sites/announce-changes.js';

const BATCH = 1_000;
/** Younger sites have their artifact on the way. */
const YOUNGEST_MS = 60_000;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface KnownSite {
  id: string;
  storage_path: string;
  created_at: Date;
}

interface MendedRow {
  path: string;
  title: string;
  html_content: string;
  storage_path: string;
}

/** Some sites' artifacts may be beyond us. Where so many are, storage is away. */
const MOST_FAILURES = 10;

export interface Mended {
  /** How many artifacts were written. */
  written: number;
  /** How many sites' remains were removed. */
  removed: number;
  /** Why sites could not be mended. */
  failures: unknown[];
}

/** Makes storage agree with the database, which is the truth. */
@Injectable()
export class MendStorage {
  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: HtmlStorage,
    private readonly changes: AnnounceChanges,
  ) {}

  /**
   * Writes what is missing and removes what no site has. Storage and the table are read once each, in the order of the
   * ids and side by side, so that memory stays the same however many sites there are.
   * One site that cannot be mended keeps no other from it.
   * @param stop ends it after the site in hand
   * @throws the last failure, if there are ten
   */
  async mend(now: Date, stop?: AbortSignal): Promise<Mended> {
    await this.storage.prepare();
    const mended: Mended = { written: 0, removed: 0, failures: [] };
    const oldEnough = (site: KnownSite) => now.getTime() - site.created_at.getTime() >= YOUNGEST_MS;
    let orphans: string[] = [];
    for await (const { site, stored } of this.sideBySide()) {
      if (stop?.aborted) break;
      if (site) {
        if (oldEnough(site) && !isRight(site, stored))
          await trying(mended, () => this.mendOne(site.id, stored, mended));
      } else if (stored && orphans.push(stored.siteId) >= BATCH) {
        await this.removeOrphans(orphans, mended, stop);
        orphans = [];
      }
    }
    await this.removeOrphans(orphans, mended, stop);
    return mended;
  }

  /** Every id that the table or storage has, once, with what either has of it. */
  private async *sideBySide(): AsyncGenerator<{ site?: KnownSite; stored?: StoredSite }> {
    const sites = this.sites();
    const kept = this.storage.list()[Symbol.asyncIterator]();
    try {
      let [site, stored] = [await next(sites), await next(kept)];
      while (site ?? stored) {
        const order = site && stored ? compare(site.id, stored.siteId) : site ? -1 : 1;
        yield { site: order <= 0 ? site : undefined, stored: order >= 0 ? stored : undefined };
        if (order <= 0) site = await next(sites);
        if (order >= 0) stored = await next(kept);
      }
    } finally {
      await kept.return?.();
    }
  }

  private async *sites(): AsyncGenerator<KnownSite> {
    for (let after = FIRST_ID; ;) {
      const sites = await this.dataSource.query<KnownSite[]>(
        'SELECT id, storage_path, created_at FROM sites WHERE id > $1 ORDER BY id LIMIT $2',
        [after, BATCH],
      );
      yield* sites;
      const last = sites.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  /**
   * With the row locked, so that nobody is writing what looks like remains, or deleting the site; but not for long.
   * What is written is named by its content, and the row follows: a page published by another version, with another rule
   * for titles, would be taken for damaged for ever.
   */
  private async mendOne(id: string, stored: StoredSite | undefined, mended: Mended): Promise<void> {
    const changed = await this.dataSource.transaction(async (manager) => {
      const [site] = await manager.query<MendedRow[]>(
        'SELECT path, title, html_content, storage_path FROM sites WHERE id = $1 FOR UPDATE',
        [id],
      );
      if (!site) return [];
      const bytes = Buffer.from(withTitle(site.html_content, site.title));
      const storagePath = storagePathOf(id, bytes);
      const isWritten = await withPatience(PATIENCE_WITH_ROWS_MS, async (signal) => {
        if (stored) await this.storage.removeAllOf(id, site.storage_path, signal);
        // It may have come since storage was listed.
        if (await this.storage.has(site.storage_path, signal)) return false;
        await this.storage.write(storagePath, await makeArtifact(bytes), signal);
        return true;
      });
      if (isWritten) mended.written += 1;
      if (!isWritten || storagePath === site.storage_path) return [];
      await manager.query('UPDATE sites SET storage_path = $2 WHERE id = $1', [id, storagePath]);
      return [site.path];
    });
    await this.changes.announce(changed);
  }

  /** An artifact is never written before its site is committed, so what has no row by this time has none any more. */
  private async removeOrphans(ids: readonly string[], mended: Mended, stop?: AbortSignal): Promise<void> {
    const rows = await this.dataSource.query<{ id: string }[]>('SELECT id FROM sites WHERE id = ANY($1::uuid[])', [
      ids,
    ]);
    const known = new Set(rows.map(({ id }) => id));
    for (const id of ids) {
      if (stop?.aborted) return;
      if (known.has(id)) continue;
      await trying(mended, async () => {
        await this.storage.removeAllOf(id);
        mended.removed += 1;
      });
    }
  }
}

async function trying(mended: Mended, mend: () => Promise<void>): Promise<void> {
  try {
    await mend();
  } catch (error) {
    if (mended.failures.push(error) >= MOST_FAILURES) throw error;
  }
}

/** Whether storage has the site's artifact and nothing else. */
function isRight(site: KnownSite, stored: StoredSite | undefined): boolean {
  return stored?.artifacts.length === 1 && stored.artifacts[0] === site.storage_path && !stored.hasRemains;
}

/** As Postgres orders uuids, which are in lower case on both sides. */
function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

async function next<T>(iterator: AsyncIterator<T>): Promise<T | undefined> {
  const result = await iterator.next();
  return result.done ? undefined : result.value;
}
