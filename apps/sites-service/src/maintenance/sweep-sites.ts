import { limits, type PayloadOf, type RequestContext, siteDeleted, siteExpired } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, type EntityManager } from 'typeorm';

/**
 * Each row rewrites a page of the table and of every index after a checkpoint: 500 rows make a commit of some 20 MB, for
 * which concurrent publishes wait, too.
 */
const BATCH = 100;
/** After each batch a pause of so many times its duration, so that publishing has the disk most of the time. */
const PAUSE_TIMES = 3;

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
    ORDER BY expires_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  )
  DELETE FROM sites USING due WHERE sites.id = due.id RETURNING sites.id, sites.path, storage_path AS "storagePath"`;

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

  /** Deletes sites that expired 30 days before `now`; `stop` as above. @returns how many it deleted */
  purge(now: Date, context: RequestContext, stop?: AbortSignal): Promise<number> {
    return this.inBatches(PURGE, { now, stop }, (manager, sites, aggregateId) =>
      this.outbox.publish(manager, siteDeleted, { sites }, { aggregateId, context }),
    );
  }

  private async inBatches(
    statement: string,
    { now, stop }: { now: Date; stop: AbortSignal | undefined },
    publish: (manager: EntityManager, sites: EndedSites, aggregateId: string) => Promise<void>,
  ): Promise<number> {
    for (let done = 0; ;) {
      const begin = performance.now();
      const count = await this.dataSource.transaction(async (manager) => {
        const [sites] = await manager.query<[EndedSites, number]>(statement, [now]);
        if (sites[0]) await publish(manager, sites, sites[0].id);
        return sites.length;
      });
      done += count;
      if (count < BATCH || stop?.aborted) return done;
      await delay((performance.now() - begin) * PAUSE_TIMES);
    }
  }
}
