import { queryPrepared } from '@haru/database';
import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { HtmlStorage } from './html-storage/html-storage.js';
import { partsOf } from '../sites/in-batches.js';
import { STORAGE_TIMEOUT_MS, withTimeout } from '../sites/storage-timeout.js';
import { findSiteStates } from '../sites/site-visibility.js';
import { InvalidManifest, ManifestSigner } from './page-manifest.js';

const BATCH = 32;
const MAX_ROUNDS = 10;
/** A write takes about this long. */
const OTHERS_WRITE_MS = 20;

const TAKE_REVISIONS = `
  INSERT INTO page_manifests AS known (path, revision)
  SELECT path, nextval('page_manifest_revisions') FROM unnest($1::text[]) AS path ORDER BY path
  ON CONFLICT (path) DO UPDATE SET revision = nextval('page_manifest_revisions')
  RETURNING path, revision, xmax = 0 AS "isFirst"`;

/**
 * The rows are locked in the order of `TAKE_REVISIONS`, so that two writers cannot deadlock. Each is found by itself: a
 * plan that joins them reads the whole table until it is analyzed.
 */
const MARK_WRITTEN = `
  WITH mine AS (
    SELECT given.path, digest || $4 AS written
    FROM (SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[]) AS given (path, revision, digest) ORDER BY path) AS given
    CROSS JOIN LATERAL (SELECT known.revision FROM page_manifests AS known WHERE known.path = given.path FOR UPDATE) AS found
    WHERE found.revision = given.revision)
  UPDATE page_manifests AS known SET written = mine.written,
    gone_at = CASE WHEN mine.written IS NULL THEN coalesce(gone_at, now()) END
  FROM mine WHERE known.path = mine.path
  RETURNING known.path`;

export interface Revision {
  path: string;
  revision: string;
}

interface TakenRevision extends Revision {
  /** The path had no row, so no manifest either. A row that was just inserted has no `xmax`. */
  isFirst: boolean;
}

/**
 * Writes manifests of the present state of the table, whatever event asked for it. Each write takes the path's next
 * revision, reads the state, writes it, and marks the revision as written. If another writer took a later revision
 * concurrently, this write may have replaced the newer manifest: then it reads storage and writes again if needed. So
 * the newest state stays in storage, without a lock or a transaction around the write.
 */
@Injectable()
export class ManifestWriter {
  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: HtmlStorage,
    private readonly signer: ManifestSigner,
  ) {}

  /** The column `written` ends with it for a manifest of the present key. */
  get writtenSuffix(): string {
    return `:${this.signer.keyId}`;
  }

  /**
   * @param stop ends it before the next batch
   * @throws when storage or the database fails, or it is stopped; a repetition continues the work
   */
  async write(paths: readonly string[], stop?: AbortSignal): Promise<void> {
    for (const batch of partsOf([...new Set(paths)], BATCH)) {
      stop?.throwIfAborted();
      await this.writeBatch(batch);
    }
  }

  /** A viewer that starts without the database has no page for the path until the manifest is written again. */
  async remove(path: string, stop: AbortSignal): Promise<void> {
    await this.storage.removeManifest(path, stop);
  }

  private async writeBatch(paths: readonly string[]): Promise<void> {
    let left = paths;
    for (let round = 0; left.length > 0; round++) {
      if (round === MAX_ROUNDS) throw new Error(`${left.length} manifests were written by others ${MAX_ROUNDS} times`);
      const overtaken = await this.writeOnce(left);
      if (overtaken.length === 0) return;
      // The other writers are writing at this moment.
      await delay(OTHERS_WRITE_MS * (1 + Math.random()));
      left = await this.olderThan(overtaken, { orOurs: true });
    }
  }

  private async writeOnce(paths: readonly string[]): Promise<readonly Revision[]> {
    const revisions = await queryPrepared<TakenRevision>(this.dataSource, TAKE_REVISIONS, [paths]);
    const { asOf, states } = await findSiteStates(this.dataSource, paths);
    await withTimeout(STORAGE_TIMEOUT_MS, (signal) =>
      allOf(revisions, ({ path, revision, isFirst }) => {
        const site = states.get(path)?.state;
        const manifest = this.signer.sign({ path, revision: BigInt(revision), asOf, site });
        // If the first manifest of a path is lost, no older one is restored, so its write does not wait for the disk.
        return this.storage.writeManifest(path, manifest, { signal, flush: !isFirst });
      }),
    );
    const marked = await queryPrepared<{ path: string }>(this.dataSource, MARK_WRITTEN, [
      revisions.map(({ path }) => path),
      revisions.map(({ revision }) => revision),
      revisions.map(({ path }) => states.get(path)?.digest),
      this.writtenSuffix,
    ]);
    const latest = new Set(marked.map(({ path }) => path));
    return revisions.filter(({ path }) => !latest.has(path));
  }

  /**
   * @returns those of these paths whose manifest in storage is missing, not valid, or older than this revision; with
   * `orOurs` also those that have this revision
   */
  async olderThan(revisions: readonly Revision[], { orOurs = false } = {}): Promise<string[]> {
    const older = await withTimeout(STORAGE_TIMEOUT_MS, (signal) =>
      allOf(revisions, async ({ path, revision }) => {
        const manifest = await this.storage.readManifest(path, signal);
        const stored = (manifest && this.revisionOf(path, manifest)) ?? 0n;
        const isOlder = orOurs ? stored <= BigInt(revision) : stored < BigInt(revision);
        return isOlder ? [path] : [];
      }),
    );
    return older.flat();
  }

  private revisionOf(path: string, manifest: Buffer): bigint | undefined {
    try {
      return this.signer.read(path, manifest).revision;
    } catch (error) {
      // The manifest is damaged, or signed with another key.
      if (error instanceof InvalidManifest) return undefined;
      throw error;
    }
  }
}

/** @throws the first failure after all have ended */
async function allOf<Item, Result>(items: readonly Item[], act: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results = items.map(act);
  await Promise.allSettled(results);
  return Promise.all(results);
}
