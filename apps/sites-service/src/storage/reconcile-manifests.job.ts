import { Every, type ScheduledJob } from '@haru/events';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { HtmlStorage } from './html-storage/html-storage.js';
import { partsOf } from '../sites/in-batches.js';
import { randomPath } from '../sites/paths/site-path.js';
import { STATE_DIGEST, statesWhere } from '../sites/site-visibility.js';
import { ManifestWriter, type Revision } from './manifest-writer.js';
import { MAX_EVENT_WAIT_MINUTES } from './reconcile-storage.job.js';
import { inPortions, mergeJoin } from './merge-join.js';

/** One run compares this many paths. A million paths take ten runs, which is 100 minutes by default. */
const MAX_COMPARED = 100_000;
const MAX_READ = 5_000;
const ROWS_BATCH = 1_000;
const WRITE_BATCH = 32;
/** By default a viewer shows a page for a day while the database is not available; then the manifest has no use. */
const GONE_KEPT_HOURS = 24;

/** It compares what a path should have in storage with what it has according to `page_manifests`. */
interface ManifestRow {
  path: string;
  /** It equals `written` when the manifest shows the present state; null when there is no page. */
  expected: string | null;
  written: string | null;
  /** The manifest has said for `GONE_KEPT_HOURS` that there is no page. */
  isOver: boolean;
  /** The manifest says that there is no page. */
  isGone: boolean;
  isEventWaiting: boolean;
}

// The first `$2` of each side are enough, because the first rows of the join are among them.
const ROWS = `
  SELECT path, CASE WHEN state.id IS NOT NULL THEN ${STATE_DIGEST} || $3 END AS expected,
    known.written, known.gone_at IS NOT NULL AS "isGone",
    coalesce(known.gone_at < now() - make_interval(hours => ${GONE_KEPT_HOURS}), false) AS "isOver",
    EXISTS (SELECT FROM outbox WHERE consumer = 'sites' AND aggregate_id IN (state.id::text, state."storagePath")
      AND outbox.created_at > now() - make_interval(mins => ${MAX_EVENT_WAIT_MINUTES})) AS "isEventWaiting"
  FROM (SELECT * FROM (${statesWhere('path > $1')}) AS states ORDER BY path LIMIT $2) AS state
  FULL JOIN (SELECT * FROM page_manifests WHERE path > $1 ORDER BY path LIMIT $2) AS known USING (path)
  ORDER BY path LIMIT $2`;

interface ReconciledManifests {
  written: number;
  removed: number;
}

@Every({ seconds: 'RECONCILE_SECONDS', sliceSeconds: 300 })
export class ReconcileManifests implements ScheduledJob {
  /** The next run continues here. It starts at a random path, so that short-lived processes reach every path. */
  private comparedUpTo = randomPath();
  private readUpTo = randomPath();

  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: HtmlStorage,
    private readonly manifests: ManifestWriter,
  ) {}

  /**
   * Compares the table with the list of storage, both in the order of the paths, and reads some manifests.
   * @param stop ends it after the batch that is being written
   * @throws when storage or the database fails; the next run continues behind that
   */
  async run(stop?: AbortSignal, { maxCompared = MAX_COMPARED, maxRead = MAX_READ } = {}): Promise<ReconciledManifests> {
    const done: ReconciledManifests = { written: 0, removed: 0 };
    const start = this.comparedUpTo;
    const compared = await this.compare(done, { after: start, max: maxCompared }, stop);
    // It continues from the beginning up to its start.
    if (compared < maxCompared) await this.compare(done, { after: '', upTo: start, max: maxCompared - compared }, stop);
    await this.readSome(done, maxRead, stop);
    return done;
  }

  private async compare(
    done: ReconciledManifests,
    { after, upTo, max }: { after: string; upTo?: string; max: number },
    stop?: AbortSignal,
  ): Promise<number> {
    let compared = 0;
    let toWrite: string[] = [];
    const writeBatch = async () => {
      if (toWrite.length === 0) return;
      const begin = performance.now();
      await this.manifests.write(toWrite);
      done.written += toWrite.length;
      toWrite = [];
      // The pause leaves the disk to publishing.
      await delay(performance.now() - begin);
    };
    const { writtenSuffix } = this.manifests;
    const read = (last: string) => this.dataSource.query<ManifestRow[]>(ROWS, [last, ROWS_BATCH, writtenSuffix]);
    const rows = inPortions(after, read, pathOf);
    const stored = this.storage.listManifests(after);
    for await (const [row, storedPath] of mergeJoin(rows, stored, pathOf, (path) => path)) {
      const path = row?.path ?? storedPath;
      if (path === undefined) continue;
      if (stop?.aborted || compared === max || (upTo !== undefined && path > upTo)) break;
      compared += 1;
      this.comparedUpTo = path;
      if (!row || row.isOver) {
        if (!(await this.remove(path))) continue;
        done.removed += 1;
      } else if (!row.isEventWaiting && !isRight(row, storedPath !== undefined)) {
        toWrite.push(path);
        if (toWrite.length === WRITE_BATCH) await writeBatch();
      }
    }
    if (!stop?.aborted) await writeBatch();
    return compared;
  }

  /** A manifest may be damaged or outdated: a late write reached storage, or somebody restored an old file. */
  private async readSome(done: ReconciledManifests, max: number, stop?: AbortSignal): Promise<void> {
    // The comparison finds those that must be signed with another key.
    const select = (condition: string, limit: number) =>
      this.dataSource.query<Revision[]>(
        `SELECT path, revision FROM page_manifests WHERE ${condition} AND (written IS NULL OR written LIKE '%' || $3)
         ORDER BY path LIMIT $2`,
        [this.readUpTo, limit, this.manifests.writtenSuffix],
      );
    const rows = await select('path > $1', max);
    if (rows.length < max) rows.push(...(await select('path <= $1', max - rows.length)));
    for (const batch of partsOf(rows, WRITE_BATCH)) {
      if (stop?.aborted) break;
      this.readUpTo = batch.at(-1)?.path ?? '';
      const older = await this.manifests.olderThan(batch);
      await this.manifests.write(older);
      done.written += older.length;
    }
  }

  /** @returns false when there is a page again */
  private async remove(path: string): Promise<boolean> {
    const isUsed = `EXISTS (${statesWhere('path = $1')})`;
    await this.dataSource.query(`DELETE FROM page_manifests WHERE path = $1 AND NOT ${isUsed}`, [path]);
    await this.storage.removeManifest(path);
    // A concurrent publish may have lost its manifest.
    const found = await this.dataSource.query<unknown[]>(
      `SELECT FROM page_manifests WHERE path = $1 UNION ALL SELECT WHERE ${isUsed}`,
      [path],
    );
    if (found.length > 0) await this.manifests.write([path]);
    return found.length === 0;
  }
}

const pathOf = ({ path }: ManifestRow): string => path;

function isRight({ expected, written, isGone }: ManifestRow, isStored: boolean): boolean {
  return isStored && (expected === null ? isGone : written === expected);
}
