import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { READ_ONLY_STATE } from './is-database-away.js';

/**
 * For every connection: after ten quiet seconds the system asks once a second whether the other side is there, and ends the
 * connection after ten times. With `keepAlive` alone Linux begins after two hours.
 */
export const probed = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const satisfies ClientConfig;

export interface WatchedClientConfig extends ClientConfig {
  /** Longest silence in the midst of a statement, in milliseconds; without it, as long as TCP bears it. */
  silenceMs?: number;
}

/**
 * A connection that is given up when Postgres says nothing in the midst of a statement: the statement fails, and the pool
 * opens another one. Not by pg's `query_timeout`, which fails the statement and leaves the dead connection in the pool.
 * So is one to a server that was demoted to a standby.
 */
export class WatchedClient extends Client {
  /** pg's own, which its types leave out: false from sending a statement until Postgres is ready for the next. */
  declare private readonly readyForQuery: boolean;
  /** pg's own too: the pool takes no connection back that is not queryable. */
  declare private _queryable: boolean;

  constructor(config: WatchedClientConfig) {
    super(config);
    // Between the pool's listener and TypeORM's there is none, and an error without one ends the process.
    this.on('error', () => undefined);
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      // The next connection may reach the new primary; this one never does.
      if (code === READ_ONLY_STATE) this._queryable = false;
    });
    const { silenceMs } = config;
    if (silenceMs === undefined) return;
    this.once('connect', () => {
      const socket = this.connection.stream as Socket;
      socket.setTimeout(silenceMs, () => {
        if (!this.readyForQuery) socket.destroy(silence(silenceMs));
      });
    });
  }
}

function silence(ms: number): Error {
  return Object.assign(new Error(`Postgres said nothing for ${ms} ms`), { code: 'ETIMEDOUT' });
}
