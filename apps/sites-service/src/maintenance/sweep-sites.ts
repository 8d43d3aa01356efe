import { limits, type PayloadOf, type RequestContext, siteDeleted, siteExpired } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { inBatches } from '../sites/in-batches.js';

/**
 * After a checkpoint each row rewrites a page of the table and of every index: 500 rows make a commit of some 20 MB,
 * which concurrent publishes have to wait for.
 */
const BATCH = 100;

type EndedSites = PayloadOf<typeof siteDeleted>['sites'];

// Rows locked by another sweep or their owner are skipped until the next batch.
const EXPIRE = `
  WITH due AS (
    SELECT id FROM sites WHERE is_active AND expires_at <= $1
    ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  )
  UPDATE sites SET is_active = false FROM due WHERE sites.id = due.id RETURNING sites.id, sites.path`;

const PURGE = `
  WITH due AS (
    SELECT id FROM sites WHERE NOT is_active AND expires_at <= $1::timestamptz - make_interval(days => ${limits.expiredKeptDays})
      AND (stopped_at IS NULL OR stopped_at <= $1::timestamptz - make_interval(days => ${limits.evidenceKeptDays}))
    ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM sites USING due WHERE sites.id = due.id RETURNING sites.id, sites.path, storage_path AS "storagePath"`;

// Their artifacts were removed at the deletion.
const PURGE_DELETED = `
  WITH due AS (
    SELECT id FROM deleted_sites WHERE deleted_at <= $1::timestamptz - make_interval(days => ${limits.deletedKeptDays})
      AND (stopped_at IS NULL OR greatest(stopped_at, deleted_at)
        <= $1::timestamptz - make_interval(days => ${limits.evidenceKeptDays}))
    ORDER BY deleted_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM deleted_sites AS kept USING due WHERE kept.id = due.id RETURNING kept.id, path`;

/** Marks and deletes expired sites. Viewers stop showing a page at its expiry, before it is marked. */
@Injectable()
export class SweepSites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Marks sites that have expired by `now`. May run concurrently.
   * @param stop ends it after the current batch; the next sweep continues
   * @returns how many it marked
   */
  expire(now: Date, context: RequestContext, stop?: AbortSignal): Promise<number> {
    return this.inBatches(EXPIRE, { now, stop }, (manager, sites, aggregateId) =>
      this.outbox.publish(manager, siteExpired, { sites }, { aggregateId, context }),
    );
  }

  /**
   * Deletes sites that expired 30 days before `now`, unless they were stopped since. `stop` works as above.
   * @returns how many it deleted
   */
  purge(now: Date, context: RequestContext, stop?: AbortSignal): Promise<number> {
    return this.inBatches(PURGE, { now, stop }, (manager, sites, aggregateId) =>
      this.outbox.publish(manager, siteDeleted, { sites }, { aggregateId, context }),
    );
  }

  /** Deletes for good what was deleted a week before `now`; stopped sites later. The rest is as above. */
  purgeDeleted(now: Date, stop?: AbortSignal): Promise<number> {
    return this.inBatches(PURGE_DELETED, { now, stop }, async () => undefined);
  }

  private async inBatches(
    statement: string,
    { now, stop }: { now: Date; stop: AbortSignal | undefined },
    publish: (manager: EntityManager, sites: EndedSites, aggregateId: string) => Promise<void>,
  ): Promise<number> {
    let done = 0;
    await inBatches(async () => {
      const count = await this.dataSource.transaction(async (manager) => {
        const [sites] = await manager.query<[EndedSites, number]>(statement, [now]);
        if (sites[0]) await publish(manager, sites, sites[0].id);
        return sites.length;
      });
      done += count;
      return count === BATCH;
    }, stop);
    return done;
  }
}
