/**
 * What ioredis fails a command with when it had no answer, and what Redis answers while it starts, was demoted, has no memory
 * left or cannot write to its disk.
 */
const AWAY_TEXT =
  /^(Command timed out|Connection is (closed|in closing)|Stream isn't writeable|Reached the max retries per request|LOADING |READONLY |MASTERDOWN |OOM |MISCONF )/;

const AWAY_CODES: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
]);

/** Whether a command failed for want of Redis, and not because of what was asked: another try may well succeed. */
export function isRedisAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return AWAY_TEXT.test(error.message) || AWAY_CODES.has(Reflect.get(error, 'code'));
}
