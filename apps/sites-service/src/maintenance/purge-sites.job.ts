import { limits, type PayloadOf, type siteDeleted } from '@haru/contracts';
import { contextOfJob, Every, type ScheduledJob } from '@haru/events';
import { DataSource } from 'typeorm';
import { inBatches, ROWS_PER_COMMIT } from '../sites/in-batches.js';
import { publishSiteDeleted } from '../sites/publish-site-events.js';

type PurgedSites = PayloadOf<typeof siteDeleted>['sites'];

const ago = (days: number): string => `$1::timestamptz - make_interval(days => ${days})`;

const PURGE_EXPIRED = `
  WITH due AS (
    SELECT id FROM sites WHERE NOT is_active AND expires_at <= ${ago(limits.expiredKeptDays)}
      AND (stopped_at IS NULL OR stopped_at <= ${ago(limits.evidenceKeptDays)})
    ORDER BY expires_at LIMIT ${ROWS_PER_COMMIT} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM sites USING due WHERE sites.id = due.id RETURNING sites.id, sites.path, storage_path AS "storagePath"`;

// Their artifacts were removed at the deletion.
const PURGE_DELETED = `
  WITH due AS (
    SELECT id FROM deleted_sites WHERE deleted_at <= ${ago(limits.deletedKeptDays)}
      AND (stopped_at IS NULL OR greatest(stopped_at, deleted_at) <= ${ago(limits.evidenceKeptDays)})
    ORDER BY deleted_at LIMIT ${ROWS_PER_COMMIT} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM deleted_sites AS kept USING due WHERE kept.id = due.id`;

/** Deletes for good the sites that expired or were deleted long enough ago; stopped ones stay longer, as evidence. */
@Every({ seconds: 3_600, sliceSeconds: 600 })
export class PurgeSites implements ScheduledJob {
  constructor(private readonly dataSource: DataSource) {}

  async run(stop?: AbortSignal, now = new Date()): Promise<{ expired: number; deleted: number }> {
    const context = contextOfJob();
    const expired = await inBatches(stop, () =>
      this.dataSource.transaction(async (manager) => {
        const [sites] = await manager.query<[PurgedSites, number]>(PURGE_EXPIRED, [now]);
        await publishSiteDeleted(manager, sites, context);
        return { done: sites.length, hasMore: sites.length === ROWS_PER_COMMIT };
      }),
    );
    const deleted = await inBatches(stop, async () => {
      const [, done] = await this.dataSource.query<[unknown[], number]>(PURGE_DELETED, [now]);
      return { done, hasMore: done === ROWS_PER_COMMIT };
    });
    return { expired, deleted };
  }
}
