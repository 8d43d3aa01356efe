import { contextOfJob, Outbox, ScheduledJob } from '@haru/events';
import { Injectable } from '@nestjs/common';
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

@Injectable()
export class LiftEndedBans extends ScheduledJob {
  readonly everyMs = 15_000;
  readonly sliceMs = 15_000;

  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
  ) {
    super();
  }

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
