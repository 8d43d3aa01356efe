/** How long a process waits for Postgres, in milliseconds. */
export interface Patience {
  /** For a connection, be it made or one of the pool that is in use. */
  connectMs: number;
  /** For a word from Postgres in the midst of a statement; then the connection is given up. Left out: as long as TCP bears it. */
  silenceMs?: number;
}

/**
 * By what the process does. A host that is lost closes no connection: without a bound a statement sent to it waits for
 * TCP's own, a quarter of an hour, and all that waits for its place waits too.
 */
export const patience = {
  /** Callers are gone after ten seconds. */
  ofService: { connectMs: 8_000, silenceMs: 30_000 },
  /** Nobody waits, and some of its statements read or remove many rows. */
  ofWorker: { connectMs: 30_000, silenceMs: 120_000 },
  /** Migrations take what they take, and wait for each other. */
  ofMigrations: { connectMs: 30_000 },
} as const satisfies Record<string, Patience>;
