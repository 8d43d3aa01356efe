/** How long a process waits for Postgres, in milliseconds. */
export interface DatabaseTimeouts {
  /** For a connection, be it made or one of the pool that is in use. */
  connectMs: number;
  /** For one attempt to make it, so that one that began while Postgres was away ends soon after it is back. Left out: as long. */
  attemptMs?: number;
  /** For a sign of life from Postgres while a statement runs; then the connection is dropped. Left out: as long as TCP allows. */
  silenceMs?: number;
  /** For one statement, waiting for locks included; then Postgres cancels it. Left out: no limit. */
  statementMs?: number;
  /** For a lock; then the statement fails. Left out: as long as the statement may take. */
  lockMs?: number;
  /** For the next statement of a transaction; then Postgres ends it and its connection. Left out: no limit. */
  idleInTransactionMs?: number;
}

/**
 * By what the process does. A host that is lost closes no connection: without a bound a statement sent to it waits for
 * TCP's own, a quarter of an hour, and everything that needs its connection waits too.
 */
export const databaseTimeouts = {
  /** Visitors get an answer in time, with or without the database. */
  viewer: { connectMs: 2_000, silenceMs: 3_000, statementMs: 2_500, idleInTransactionMs: 5_000 },
  /** Callers wait for nine seconds, and are told before that the database is away. */
  service: { connectMs: 8_000, attemptMs: 3_000, silenceMs: 8_000, statementMs: 7_500, idleInTransactionMs: 10_000 },
  /** No caller waits, and some of its statements read or remove many rows. */
  worker: {
    connectMs: 30_000,
    attemptMs: 5_000,
    silenceMs: 120_000,
    statementMs: 110_000,
    idleInTransactionMs: 120_000,
  },
  /** Migrations take what they take, and wait for each other. */
  migrations: { connectMs: 30_000 },
} as const satisfies Record<string, DatabaseTimeouts>;
