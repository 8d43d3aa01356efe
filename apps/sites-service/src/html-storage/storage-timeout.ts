import { allowInTransaction } from '@haru/service-runtime';

/** For all storage calls of a transaction that holds row locks: a message that waits for the rows has 10 s in all. */
export const LOCKED_ROWS_TIMEOUT_MS = 5_000;

/**
 * Stops waiting for `work` after `ms`. Work that ignores its signal may finish later, such as a request that has been
 * sent: the reconcile job repairs what it leaves.
 * @throws what `work` throws, or an Error that storage took too long
 */
export async function withTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const abort = new AbortController();
  const timedOut = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    timedOut.reject(new Error(`storage took longer than ${Math.round(ms)} ms`));
    abort.abort();
  }, ms).unref();
  try {
    return await Promise.race([allowInTransaction(() => work(abort.signal)), timedOut.promise]);
  } finally {
    clearTimeout(timer);
  }
}
