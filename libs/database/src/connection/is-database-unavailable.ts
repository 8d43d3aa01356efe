/** A statement that would write, on a server that only reads: a primary that was demoted. */
export const READ_ONLY_STATE = '25006';

/**
 * Connection exceptions; shut down, crashed, still starting; disk full, out of memory, too many connections; demoted; a
 * statement or a lock that took too long: errcodes-appendix of Postgres's manual.
 */
const UNAVAILABLE_STATE = /^(08...|57P0[123]|53[123]00|25006|57014|55P03)$/;

const UNAVAILABLE_CODES: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);

/** pg and its pool give these no code: a lost connection, none in time, and what was asked on one lost before. */
const UNAVAILABLE_TEXT = /^Connection terminated|^timeout (exceeded|expired)|^Client .* not queryable$/;

/**
 * Whether a question failed for want of Postgres, or of time there, and not because of what was asked: another try may well
 * succeed. What was asked is not done, unless the connection was lost while it was being done.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, name, message } = error as { code?: unknown; name?: unknown; message?: unknown };
  if (UNAVAILABLE_CODES.has(code) || UNAVAILABLE_STATE.test(String(code)) || UNAVAILABLE_TEXT.test(String(message))) return true;
  // The connection was lost between two statements of a transaction; TypeORM had given it back by the second.
  return name === 'QueryRunnerAlreadyReleasedError' || name === 'QueryRunnerProviderAlreadyReleasedError';
}
