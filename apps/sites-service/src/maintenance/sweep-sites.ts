import { limits, type PayloadOf, type RequestContext, siteDeleted, siteExpired } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { DataSource, type EntityManager } from 'typeorm';

/**
 * Each row is a page of the table and of every index, written anew after a checkpoint: 500 at once make a commit of some
 * 20 MB, for which whoever publishes waits too.
 */
const BATCH = 100;
/** After each batch a pause of so many times what it took: the disk is for those who publish. Nobody waits for a sweep. */
const PAUSE_TIMES = 3;

type EndedSites = PayloadOf<typeof siteDeleted>['sites'];

// Whoever has a row in hand, another sweep or its owner, has it alone: it is left for the next batch.
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

/** What time does to sites. Pages stop by the clock; this only makes the rows say so. */
@Injectable()
export class SweepSites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Marks what has expired by `now`. Any number may run at once.
   * @param stop ends it after the batch in hand; the next sweep goes on
   * @returns how many it marked
   */
  expire(now: Date, context: RequestContext, stop?: AbortSignal): Promise<number> {
    return this.inBatches(EXPIRE, { now, stop }, (manager, sites, aggregateId) =>
      this.outbox.publish(manager, siteExpired, { sites }, { aggregateId, context }),
    );
  }

  /** Deletes what expired 30 days before `now`, stopped like `expire`. @returns how many it deleted */
  purge(now: Date, context: RequestContext, stop?: AbortSignal): Promise<number> {
    return this.inBatches(PURGE, { now, stop }, (manager, sites, aggregateId) =>
      this.outbox.publish(manager, siteDeleted, { sites }, { aggregateId, context }),
    );
  }

  private async inBatches(
    statement: string,
    { now, stop }: { now: Date; stop: AbortSignal | undefined },
    tell: (manager: EntityManager, sites: EndedSites, aggregateId: string) => Promise<void>,
  ): Promise<number> {
    for (let done = 0; ;) {
      const begin = performance.now();
      const count = await this.dataSource.transaction(async (manager) => {
        const [sites] = await manager.query<[EndedSites, number]>(statement, [now]);
        if (sites[0]) await tell(manager, sites, sites[0].id);
        return sites.length;
      });
      done += count;
      if (count < BATCH || stop?.aborted) return done;
      await delay((performance.now() - begin) * PAUSE_TIMES);
    }
  }
}
