import { setTimeout as delay } from 'node:timers/promises';

/** The pause after each batch is this many times its duration, so that publishing has the disk most of the time. */
const PAUSE_TIMES = 3;

/**
 * After a checkpoint each row rewrites a page of the table and of every index: 500 rows make a commit of some 20 MB,
 * which concurrent publishes have to wait for.
 */
export const ROWS_PER_COMMIT = 100;

/** It is less than every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export function* partsOf<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

/**
 * Does a long job in small parts.
 * @param stop ends it after the current batch; the next run continues
 * @returns the sum of what the batches did
 */
export async function inBatches(
  stop: AbortSignal | undefined,
  batch: () => Promise<{ done: number; hasMore: boolean }>,
): Promise<number> {
  for (let sum = 0; ;) {
    const begin = performance.now();
    const { done, hasMore } = await batch();
    sum += done;
    if (!hasMore || stop?.aborted) return sum;
    await delay((performance.now() - begin) * PAUSE_TIMES);
  }
}
