import { setTimeout as delay } from 'node:timers/promises';

/** The pause after each batch is this many times its duration, so that publishing has the disk most of the time. */
const PAUSE_TIMES = 3;

/** It is less than every id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Does a long job in small parts.
 * @param batch does one part and returns whether there may be more
 * @param stop ends it after the current batch; the next run continues
 */
export async function inBatches(batch: () => Promise<boolean>, stop?: AbortSignal): Promise<void> {
  for (;;) {
    const begin = performance.now();
    const hasMore = await batch();
    if (!hasMore || stop?.aborted) return;
    await delay((performance.now() - begin) * PAUSE_TIMES);
  }
}
