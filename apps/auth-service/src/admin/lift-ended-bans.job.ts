import { contextOfJob, Every, Outbox, type ScheduledJob } from '@haru/events';
import { DataSource } from 'typeorm';
import { tellUnbanned } from './bans.js';

/** Each transaction lifts at most this many bans. */
const BATCH = 100;

// Accounts that are locked, such as by a new ban, are left to the next batch.
const LIFT = `
  UPDATE users SET banned_until = NULL, ban_reason = NULL
  WHERE id IN (
    SELECT id FROM users WHERE banned_until <= now() AND deleted_at IS NULL
    ORDER BY banned_until LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
  ) RETURNING id`;

@Every({ seconds: 15, sliceSeconds: 15 })
export class LiftEndedBans implements ScheduledJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {}

  async run(stop?: AbortSignal): Promise<{ lifted: number }> {
    const context = contextOfJob();
    let lifted = 0;
    while (!stop?.aborted) {
      const batch = await this.dataSource.transaction(async (manager) => {
        const [rows] = await manager.query<[{ id: string }[], number]>(LIFT);
        for (const { id } of rows) await tellUnbanned(manager, this.outbox, id, context);
        return rows.length;
      });
      lifted += batch;
      if (batch < BATCH) break;
    }
    return { lifted };
  }
}
