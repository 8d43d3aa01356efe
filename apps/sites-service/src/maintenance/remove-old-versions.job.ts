import { limits } from '@haru/contracts';
import { onlyRow } from '@haru/database';
import { Every, type ScheduledJob } from '@haru/events';
import { DataSource } from 'typeorm';
import type { VersionRetention } from '../config.js';
import { Setting } from '../settings.js';
import { rechargeVersions } from '../trees/recharge-versions.js';
import { FIRST_ID, inBatches } from '../sites/in-batches.js';

const SITES_BATCH = 200;

// Stopped pages keep their versions as evidence.
const REMOVE = `
  WITH batch AS MATERIALIZED (
    SELECT id, version AS head, CASE WHEN owner_unconfirmed THEN $3::integer ELSE $4::integer END AS newest FROM sites
    WHERE version > 1 AND id > $2::uuid
      AND (stopped_at IS NULL OR stopped_at <= $1::timestamptz - make_interval(days => ${limits.evidenceKeptDays}))
    ORDER BY id LIMIT ${SITES_BATCH}
  ), ranked AS (
    SELECT site_id, number, head, newest, row_number() OVER (PARTITION BY site_id ORDER BY number DESC) AS rank
    FROM batch JOIN page_versions ON site_id = id
  ), removed AS (
    DELETE FROM page_versions AS old USING ranked
    WHERE old.site_id = ranked.site_id AND old.number = ranked.number AND old.number < head AND old.label IS NULL
      AND old.created_at <= $1::timestamptz - make_interval(hours => $5)
      AND (rank > newest OR old.created_at <= $1::timestamptz - make_interval(days => $6))
    RETURNING old.site_id
  )
  SELECT (SELECT count(*) FROM removed)::integer AS done, ARRAY(SELECT DISTINCT site_id FROM removed) AS sites,
    (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS last`;

interface RemovedBatch {
  done: number;
  /** These sites have lost versions. */
  sites: string[];
  last: string | null;
}

/** Removes versions that are no longer kept. A run that is stopped continues at the site that it has reached. */
@Every({ seconds: 3_600, sliceSeconds: 600 })
export class RemoveOldVersions implements ScheduledJob {
  private after = FIRST_ID;

  constructor(
    private readonly dataSource: DataSource,
    @Setting('VERSION_RETENTION') private readonly retention: VersionRetention,
  ) {}

  async run(stop?: AbortSignal, now = new Date()): Promise<{ removed: number }> {
    const { newestTemporary, newestRegistered, keepAllHours, maxDays } = this.retention;
    const removed = await inBatches(stop, async () => {
      const values = [now, this.after, newestTemporary, newestRegistered, keepAllHours, maxDays];
      const { done, last } = await this.dataSource.transaction(async (manager) => {
        const batch = onlyRow(await manager.query<RemovedBatch[]>(REMOVE, values));
        await rechargeVersions(manager, batch.sites);
        return batch;
      });
      this.after = last ?? FIRST_ID;
      return { done, hasMore: last !== null };
    });
    return { removed };
  }
}
