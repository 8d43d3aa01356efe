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

type ShownRow = Pick<SiteRow, 'id' | 'title' | 'storage_path'> & {
  hash: string;
  html: string | null;
  tree: string | null;
};

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

  /** @throws when storage or the database fails; a repetition continues the work */
  async sync(hashes: readonly string[]): Promise<void> {
    let left = [...new Set(hashes)];
    for (let round = 0; left.length > 0; round++) {
      if (round === MAX_ROUNDS) throw new Error(`${left.length} contents came and went ${MAX_ROUNDS} times`);
      const written = new Set<string>();
      for (const part of partsOf(left, MAX_PAGES_IN_MEMORY)) {
        for (const hash of await this.writeOrRemove(part)) written.add(hash);
      }
      const shown = await this.shownAmong(left);
      left = left.filter((hash) => written.has(hash) !== shown.has(hash));
    }
  }

  /** Whether a site has this content and its owner did not remove it from storage. */
  async isShown(hash: string): Promise<boolean> {
    return (await this.shownAmong([hash])).has(hash);
  }

  private async writeOrRemove(hashes: readonly string[]): Promise<readonly string[]> {
    const rows = await this.dataSource.query<ShownRow[]>(
      oneOfEach(`id, title, ${PAGE_HTML} AS html, ${PAGE_TREE} AS tree, storage_path`),
      [hashes],
    );
    const shown = new Map(rows.map((row) => [row.hash, row]));
    await withTimeout(STORAGE_TIMEOUT_MS, async (signal) => {
      const acts = hashes.map(async (hash) => {
        const row = shown.get(hash);
        await (row ? this.write(row, signal) : this.storage.removeAllOf(hash, undefined, signal));
      });
      const failed = (await Promise.allSettled(acts)).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    });
    return [...shown.keys()];
  }

  private async write(row: ShownRow, signal: AbortSignal): Promise<void> {
    // Another page with the same content, or a reconcile, was faster.
    if (await this.storage.has(row.storage_path, signal)) return;
    const bytes = artifactBytesOf(row);
    // A version with another rule for titles published it: the reconcile writes it and renames it in its row.
    if (storagePathOf(row.id, bytes, contentKindOf(row.storage_path)) !== row.storage_path) return;
    await this.storage.write(row.storage_path, await makeArtifact(bytes), signal);
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

export function contentsOf(storagePaths: readonly (string | undefined)[]): string[] {
  return storagePaths.flatMap((storagePath) => contentHashOf(storagePath ?? '') ?? []);
}
