import { ServiceError } from '@haru/contracts';
import { assertOutsideTransaction } from '@haru/service-runtime';
import { Logger } from '@nestjs/common';

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

const logger = new Logger('Storage');

/** Asks storage for a caller who waits. @throws ServiceError SERVICE_UNAVAILABLE when it fails; the log says why */
export async function askStorage<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await withTimeout(STORAGE_TIMEOUT_MS, work);
  } catch (cause) {
    logger.error({ err: cause }, 'storage is not available');
    throw new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 1, cause });
  }
}
