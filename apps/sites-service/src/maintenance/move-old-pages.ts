import type { DataSource } from 'typeorm';
import { moveNextContents } from '../contents/move-contents.js';
import { FIRST_ID, inBatches } from './in-batches.js';

/** The other jobs go on after that; the next run continues. */
const MAX_MS = 60_000;

/**
 * Moves pages of the version before to `contents`, in small batches and without events: what visitors get stays the same.
 * Does nothing before `ContentMigration.until`.
 * @param stop ends it after the current batch
 * @returns whether no page is left to move
 */
export async function moveOldPages(dataSource: DataSource, stop?: AbortSignal): Promise<boolean> {
  if (stop?.aborted) return false;
  const timeout = AbortSignal.timeout(MAX_MS);
  let after = FIRST_ID;
  let isDone = false;
  const moveBatch = async () => {
    const last = await moveNextContents(dataSource, after);
    isDone = last === undefined;
    after = last ?? after;
    return !isDone;
  };
  await inBatches(moveBatch, stop ? AbortSignal.any([stop, timeout]) : timeout);
  return isDone;
}
