/** A process waits for Postgres for at most these times, in milliseconds. */
export interface DatabaseTimeouts {
  /** This bounds the wait for a connection, whether it is opened or one of the pool is in use. */
  connectMs: number;
  /** This bounds one attempt to connect, so that one begun in an outage ends soon after it; `connectMs` when left out. */
  attemptMs?: number;
  /** The connection is dropped when Postgres is silent so long during a statement; TCP's limit applies when left out. */
  idleTimeoutMs?: number;
  /** This bounds one statement, waiting for locks included; then Postgres cancels it. There is no limit when left out. */
  statementMs?: number;
  /** This bounds the wait for a lock; then the statement fails. The statement's own limit applies when left out. */
  lockMs?: number;
  /** Postgres ends a transaction and its connection that are idle so long; there is no limit when left out. */
  idleInTransactionMs?: number;
}

/**
 * The times depend on what the process does. A lost host closes no connection: without a bound a statement sent to it
 * waits for TCP's own limit, a quarter of an hour, and everything that needs its connection waits too.
 */
export const databaseTimeouts = {
  /** Visitors get an answer in time, with or without the database. */
  viewer: { connectMs: 2_000, idleTimeoutMs: 3_000, statementMs: 2_500, idleInTransactionMs: 5_000 },
  /** Callers wait for nine seconds, and learn before that the database is unavailable. */
  service: {
    connectMs: 8_000,
    attemptMs: 3_000,
    idleTimeoutMs: 8_000,
    statementMs: 7_500,
    idleInTransactionMs: 10_000,
  },
  /** No caller waits, and some of its statements read or remove many rows. */
  worker: {
    connectMs: 30_000,
    attemptMs: 5_000,
    idleTimeoutMs: 120_000,
    statementMs: 110_000,
    idleInTransactionMs: 120_000,
  },
  /** Migrations may take as long as they need, and wait for each other. */
  migrations: { connectMs: 30_000 },
} as const satisfies Record<string, DatabaseTimeouts>;
