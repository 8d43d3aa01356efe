import { type PayloadOf, siteExpired } from '@haru/contracts';
import { contextOfJob, Every, Outbox, type ScheduledJob } from '@haru/events';
import { DataSource } from 'typeorm';
import { inBatches, ROWS_PER_COMMIT } from '../sites/in-batches.js';

// Rows locked by another run or their owner are skipped until the next batch.
const EXPIRE = `
  WITH due AS (
    SELECT id FROM sites WHERE is_active AND expires_at <= $1
    ORDER BY expires_at LIMIT ${ROWS_PER_COMMIT} FOR UPDATE SKIP LOCKED
  )
  UPDATE sites SET is_active = false FROM due WHERE sites.id = due.id RETURNING sites.id, sites.path`;

/** Marks expired sites. Viewers stop showing a page at its expiry, before it is marked. */
@Every({ seconds: 15, sliceSeconds: 60 })
export class ExpireSites implements ScheduledJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {}

  async run(stop?: AbortSignal, now = new Date()): Promise<{ expired: number }> {
    const context = contextOfJob();
    const expired = await inBatches(stop, () =>
      this.dataSource.transaction(async (manager) => {
        const [sites] = await manager.query<[PayloadOf<typeof siteExpired>['sites'], number]>(EXPIRE, [now]);
        const [first] = sites;
        if (first) await this.outbox.publish(manager, siteExpired, { sites }, { aggregateId: first.id, context });
        return { done: sites.length, hasMore: sites.length === ROWS_PER_COMMIT };
      }),
    );
    return { expired };
  }
}
