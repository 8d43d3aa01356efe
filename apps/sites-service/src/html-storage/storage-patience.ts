/**
 * What a transaction that holds rows may spend on storage, with all its calls together: whoever waits for the rows has
 * the 10 s of a message for everything.
 */
export const PATIENCE_WITH_ROWS_MS = 5_000;

/**
 * Waits so long for `work` and no longer. What heeds no signal may go on afterwards, as a request does that has left for
 * a storage: the reconcile finds what comes of it.
 * @throws what `work` throws, or that storage took too long
 */
export async function withPatience<T>(ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const impatience = new AbortController();
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    over.reject(new Error(`storage took longer than ${Math.round(ms)} ms`));
    impatience.abort();
  }, ms).unref();
  try {
    return await Promise.race([work(impatience.signal), over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
