import type { DataSource } from 'typeorm';
import { FIRST_ID, inBatches } from '../sites/in-batches.js';

const MARK = `
  UPDATE sites SET had_own_origin = true WHERE id IN (
    SELECT id FROM sites WHERE id > $1::uuid AND NOT had_own_origin ORDER BY id LIMIT 1000 FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING id`;

/** Marks pages that are older than the own origins of this deployment: their owners keep their paths, too. */
export async function markOwnOrigins(dataSource: DataSource, stop: AbortSignal): Promise<void> {
  let after = FIRST_ID;
  await inBatches(async () => {
    const [marked] = await dataSource.query<[{ id: string }[], number]>(MARK, [after]);
    after = marked.reduce((last, { id }) => (id > last ? id : last), after);
    return marked.length > 0;
  }, stop);
}
