import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { HtmlStorage } from '../html-storage/html-storage.js';
import { STATE_DIGEST } from '../sites/site-states.js';
import { statesWhere } from '../sites/site-visibility.js';
import { ManifestWriter } from '../stored-pages/manifest-writer.js';
import { MAX_EVENT_WAIT_MINUTES } from './reconcile-storage.js';
import { bothInOrder } from './both-in-order.js';

const ROWS_BATCH = 1_000;
const WRITE_BATCH = 32;
/** A viewer shows a page for a day by default while the database is away; after that the manifest has no use. */
const GONE_KEPT_HOURS = 24;

/** What a path should have in storage, and what it has according to `page_manifests`. */
interface ManifestRow {
  path: string;
  /** What `written` is when the manifest shows the present state; null when there is no page. */
  expected: string | null;
  written: string | null;
  /** Says for long enough that there is no page. */
  isOver: boolean;
  /** Says that there is no page. */
  isGone: boolean;
  isEventWaiting: boolean;
}

// The first `$2` of each are enough: what is among the first of all is among the first of its own.
const ROWS = `
  SELECT path, CASE WHEN state.id IS NOT NULL THEN ${STATE_DIGEST} || $3 END AS expected,
    known.written, known.gone_at IS NOT NULL AS "isGone",
    coalesce(known.gone_at < now() - make_interval(hours => ${GONE_KEPT_HOURS}), false) AS "isOver",
    EXISTS (SELECT FROM outbox WHERE consumer = 'sites' AND aggregate_id = state.id::text
      AND outbox.created_at > now() - make_interval(mins => ${MAX_EVENT_WAIT_MINUTES})) AS "isEventWaiting"
  FROM (SELECT * FROM (${statesWhere('path > $1')}) AS states ORDER BY path LIMIT $2) AS state
  FULL JOIN (SELECT * FROM page_manifests WHERE path > $1 ORDER BY path LIMIT $2) AS known USING (path)
  ORDER BY path LIMIT $2`;

export interface ReconciledManifests {
  written: number;
  removed: number;
}

/** Makes the manifests in storage agree with the database: of pages older than manifests are, too. */
@Injectable()
export class ReconcileManifests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly storage: HtmlStorage,
    private readonly manifests: ManifestWriter,
  ) {}

  /**
   * Reads the table and storage once each, side by side in the order of the paths, in bounded memory.
   * @param stop ends it after the batch that is being written
   * @throws when storage or the database fails; the next run continues
   */
  async reconcile(stop?: AbortSignal): Promise<ReconciledManifests> {
    const done: ReconciledManifests = { written: 0, removed: 0 };
    let toWrite: string[] = [];
    const writeBatch = async () => {
      if (toWrite.length === 0) return;
      const begin = performance.now();
      await this.manifests.write(toWrite);
      done.written += toWrite.length;
      toWrite = [];
      // The disk is for those who publish.
      await delay(performance.now() - begin);
    };
    const stored = this.storage.listManifests();
    for await (const [row, storedPath] of bothInOrder(
      this.rows(),
      stored,
      ({ path }) => path,
      (path) => path,
    )) {
      if (stop?.aborted) return done;
      const path = row?.path ?? storedPath;
      if (path === undefined) continue;
      if (!row || row.isOver) {
        if (!(await this.remove(path))) continue;
        done.removed += 1;
      } else if (!row.isEventWaiting && !isRight(row, storedPath !== undefined)) {
        toWrite.push(path);
        if (toWrite.length === WRITE_BATCH) await writeBatch();
      }
    }
    await writeBatch();
    return done;
  }

  private async *rows(): AsyncGenerator<ManifestRow> {
    for (let after = ''; ;) {
      const parameters = [after, ROWS_BATCH, this.manifests.writtenSuffix];
      const rows = await this.dataSource.query<ManifestRow[]>(ROWS, parameters);
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      after = last.path;
    }
  }

  /** @returns false when there is a page again */
  private async remove(path: string): Promise<boolean> {
    const isUsed = `EXISTS (${statesWhere('path = $1')})`;
    await this.dataSource.query(`DELETE FROM page_manifests WHERE path = $1 AND NOT ${isUsed}`, [path]);
    await this.storage.removeManifest(path);
    // A page that was published meanwhile may have lost its manifest.
    const found = await this.dataSource.query<unknown[]>(
      `SELECT FROM page_manifests WHERE path = $1 UNION ALL SELECT WHERE ${isUsed}`,
      [path],
    );
    if (found.length > 0) await this.manifests.write([path]);
    return found.length === 0;
  }
}

function isRight({ expected, written, isGone }: ManifestRow, isStored: boolean): boolean {
  return isStored && (expected === null ? isGone : written === expected);
}
