/**
 * ioredis fails a command with these when it had no answer, and Redis answers these while it starts, was demoted, has
 * no memory left or cannot write to its disk.
 */
const UNAVAILABLE_TEXT =
  /^(Command timed out|Connection is (closed|in closing)|Stream isn't writeable|Reached the max retries per request|LOADING |READONLY |MASTERDOWN |OOM |MISCONF )/;

const UNAVAILABLE_CODES: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
]);

/** The command failed because Redis was unavailable, not because of its content: another attempt may succeed. */
export function isRedisUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return UNAVAILABLE_TEXT.test(error.message) || UNAVAILABLE_CODES.has(Reflect.get(error, 'code'));
}
