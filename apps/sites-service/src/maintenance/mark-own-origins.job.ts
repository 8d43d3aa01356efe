import { Every, type ScheduledJob } from '@haru/events';
import { DataSource } from 'typeorm';
import { OwnOriginRule } from '../sites/own-origin-rule.js';
import { FIRST_ID, inBatches } from '../sites/in-batches.js';

const MARK = `
  UPDATE sites SET had_own_origin = true WHERE id IN (
    SELECT id FROM sites WHERE id > $1::uuid AND NOT had_own_origin ORDER BY id LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING id`;

/** Marks pages that are older than the own origins of this deployment: their owners keep their paths, too. */
@Every({ seconds: 'RECONCILE_SECONDS', sliceSeconds: 300 })
export class MarkOwnOrigins implements ScheduledJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ownOrigins: OwnOriginRule,
  ) {}

  async run(stop: AbortSignal): Promise<{ marked: number }> {
    if (!this.ownOrigins.isForAll) return { marked: 0 };
    let after = FIRST_ID;
    const marked = await inBatches(stop, async () => {
      const [rows] = await this.dataSource.query<[{ id: string }[], number]>(MARK, [after]);
      after = rows.reduce((last, { id }) => (id > last ? id : last), after);
      return { done: rows.length, hasMore: rows.length > 0 };
    });
    return { marked };
  }
}
