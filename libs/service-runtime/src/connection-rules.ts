/**
 * A process waits so long for servers that it calls over HTTP and SMTP, in milliseconds, and retries so often. Those of
 * Postgres are in @haru/database's `timeouts.ts`, those of Redis in `WatchedRedis`: nothing else makes connections,
 * which lint checks.
 */
export const connectionRules = {
  /** A page is 1 MiB at most. A request without an answer closes its connection; all attempts together have `totalMs`. */
  s3: { connectMs: 1_000, requestMs: 3_000, totalMs: 7_000, attempts: 3 },
  /** Each mail has its own connection, because most servers end an idle one. The queue retries with back-off for a day. */
  smtp: { connectMs: 10_000, greetingMs: 10_000, idleTimeoutMs: 20_000 },
} as const;
