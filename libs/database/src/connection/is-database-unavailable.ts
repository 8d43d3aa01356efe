/** A server that only reads, such as a demoted primary, fails a write with this. */
export const READ_ONLY_STATE = '25006';

/**
 * These stand for connection exceptions; shut down, crashed, still starting; disk full, out of memory, too many
 * connections; demoted; a statement or a lock that took too long: see errcodes-appendix of Postgres's manual.
 */
const UNAVAILABLE_STATE = /^(08...|57P0[123]|53[123]00|25006|57014|55P03)$/;

const UNAVAILABLE_CODES: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);

/** pg gives these no code: a lost connection, no connection in time, a statement on a connection lost before. */
const UNAVAILABLE_TEXT = /^Connection terminated|^timeout (exceeded|expired)|^Client .* not queryable$/;

/**
 * Tells whether a statement failed because Postgres was not available in time, not because of its content: another
 * attempt may succeed. The statement had no effect, unless the connection was lost while it ran.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, name, message } = error as { code?: unknown; name?: unknown; message?: unknown };
  if (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_STATE.test(String(code)) || UNAVAILABLE_TEXT.test(String(message)))
    return true;
  // The connection was lost between two statements of a transaction; TypeORM had released it by the second.
  return name === 'QueryRunnerAlreadyReleasedError' || name === 'QueryRunnerProviderAlreadyReleasedError';
}
