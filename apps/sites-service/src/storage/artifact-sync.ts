import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { contentHashOf, contentKindOf, makeArtifact, storagePathOf } from './html-storage/artifact.js';
import { HtmlStorage } from './html-storage/html-storage.js';
import { artifactBytesOf } from './html-storage/tree.js';
import { partsOf } from '../sites/in-batches.js';
import { STORAGE_TIMEOUT_MS, withTimeout } from '../sites/storage-timeout.js';
import { PAGE_HTML, PAGE_TREE, type SiteRow } from '../tables/columns.js';

/** This is the content that a row of `sites` shows, written as in its index: the hash in `<site id>/<hash>.html`. */
export const CONTENT_HASH = `(substr(storage_path, 38, 64) COLLATE "C")`;

/** Each page has up to 1 MiB, and its compressed forms come on top. */
const MAX_PAGES_IN_MEMORY = 8;
/** A round is repeated only if sites came or went during it; this many mean another fault. */
const MAX_ROUNDS = 10;

export type ShownRow = Pick<SiteRow, 'id' | 'title' | 'storage_path'> & { html: string | null; tree: string | null };
export const SHOWN = `id, title, ${PAGE_HTML} AS html, ${PAGE_TREE} AS tree, storage_path`;

/**
 * Makes storage agree with the table about some contents: writes the artifact of a content that a site shows, and
 * removes the others, also the files of interrupted writes. It holds no lock and no transaction. Instead it reads the
 * table again afterwards and repeats its work if that differs. Of several concurrent runs the one that writes last also
 * reads last, so storage ends as the table.
 */
@Injectable()
export class ArtifactSync {
  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: HtmlStorage,
  ) {}

  /**
   * @returns how many artifacts it wrote, and how many of the contents no site shows
   * @throws when storage or the database fails; a repetition continues the work
   */
  async sync(hashes: readonly string[]): Promise<{ written: number; removed: number }> {
    const done = { written: 0, removed: 0 };
    let left = [...new Set(hashes)];
    for (let round = 0; left.length > 0; round++) {
      if (round === MAX_ROUNDS) throw new Error(`${left.length} contents came and went ${MAX_ROUNDS} times`);
      const present = new Set<string>();
      for (const part of partsOf(left, MAX_PAGES_IN_MEMORY)) {
        for (const [hash, isWritten] of await this.writeOrRemove(part)) {
          present.add(hash);
          done.written += Number(isWritten);
        }
      }
      const shown = await this.shownAmong(left);
      done.removed += left.filter((hash) => !present.has(hash) && !shown.has(hash)).length;
      left = left.filter((hash) => present.has(hash) !== shown.has(hash));
    }
    return done;
  }

  /** @returns the contents that a site shows, and whether this call wrote their artifacts */
  private async writeOrRemove(hashes: readonly string[]): Promise<(readonly [hash: string, isWritten: boolean])[]> {
    const rows = await this.dataSource.query<(ShownRow & { hash: string })[]>(oneOfEach(SHOWN), [hashes]);
    const shown = new Set(rows.map(({ hash }) => hash));
    return withTimeout(STORAGE_TIMEOUT_MS, async (signal) => {
      const writes = rows.map(async (row) => [row.hash, await this.write(row, signal)] as const);
      const unused = hashes.filter((hash) => !shown.has(hash));
      const removals = unused.map((hash) => this.storage.removeAllOf(hash, undefined, signal));
      // The others have ended when the first failure is reported.
      await Promise.allSettled([...writes, ...removals]);
      await Promise.all(removals);
      return Promise.all(writes);
    });
  }

  /** @returns whether it was written */
  private async write(row: ShownRow, signal: AbortSignal): Promise<boolean> {
    // Another page with the same content, or a reconcile, was faster.
    if (await this.storage.has(row.storage_path, signal)) return false;
    const bytes = artifactBytesOf(row);
    // A version with another rule for titles published it: the reconcile renames it in its row.
    if (storagePathOf(row.id, bytes, contentKindOf(row.storage_path)) !== row.storage_path) return false;
    await this.storage.write(row.storage_path, await makeArtifact(bytes), signal);
    return true;
  }

  private async shownAmong(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.dataSource.query<{ hash: string }[]>(oneOfEach('id'), [hashes]);
    return new Set(rows.map(({ hash }) => hash));
  }
}

/**
 * Thousands of sites may show one content, so only the first site of each hash in `$1` is read. A range and an order,
 * instead of an equation, make Postgres use the index, whatever number it expects.
 */
function oneOfEach(columns: string): string {
  return `
    SELECT found.* FROM unnest($1::text[]) AS given (hash) CROSS JOIN LATERAL (
      SELECT ${CONTENT_HASH} AS hash, ${columns} FROM sites
      WHERE ${CONTENT_HASH} BETWEEN given.hash AND given.hash AND artifact_removed_at IS NULL
      ORDER BY ${CONTENT_HASH} LIMIT 1) AS found`;
}

export function contentsOf(storagePaths: readonly string[]): string[] {
  return storagePaths.flatMap((storagePath) => contentHashOf(storagePath) ?? []);
}
