import { assertOutsideTransaction } from '@haru/service-runtime';

/** This bounds a few storage calls together: writing 8 pages of 1 MiB takes a busy machine some seconds. */
export const STORAGE_TIMEOUT_MS = 8_000;

/**
 * Stops waiting for `work` after `ms`. A request that ignores its signal may finish later; the reconcile job repairs
 * the result.
 * @throws what `work` throws, or an Error that storage took too long
 */
export async function withTimeout<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  assertOutsideTransaction('storage');
  const abort = new AbortController();
  const timedOut = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    timedOut.reject(new Error(`storage took longer than ${Math.round(ms)} ms`));
    abort.abort();
  }, ms).unref();
  try {
    return await Promise.race([work(abort.signal), timedOut.promise]);
  } finally {
    clearTimeout(timer);
  }
}
