/**
 * How long a process waits for servers that it asks over HTTP and SMTP, in milliseconds, and how it tries again. The
 * same for Postgres is in @haru/database's `timeouts.ts`, for Redis in `WatchedRedis`: nothing else makes connections,
 * which lint holds.
 */
export const connectionRules = {
  /** A page is 1 MiB at most. A request without an answer closes its connection; all attempts together have `totalMs`. */
  s3: { connectMs: 1_000, requestMs: 3_000, totalMs: 7_000, attempts: 3 },
  /** A connection for each mail, because most servers end an idle one. The queue tries again, with back-off, for a day. */
  smtp: { connectMs: 10_000, greetingMs: 10_000, silenceMs: 20_000 },
} as const;
