import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { ConnectionCounts } from '@haru/service-runtime';
import { READ_ONLY_STATE } from './is-database-away.js';
import { firstAddressOf, type PrimaryFinder, primaryFinderOf } from './primary-finder.js';

/**
 * For every connection: after ten quiet seconds the system asks once a second whether the other side is there, and ends the
 * connection after ten times. With `keepAlive` alone Linux begins after two hours.
 */
export const probed = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const satisfies ClientConfig;

const connections = new ConnectionCounts('Postgres');

/** What a server tells of itself that takes no writes: a standby, or one that was set to read only. */
const READ_ONLY_SETTINGS: ReadonlySet<string> = new Set(['in_hot_standby', 'default_transaction_read_only']);

const BEAT_MS = 1_000;
/** So many beats without a byte while nothing is asked of Postgres but whether it is there, and the connection is dropped. */
const MAX_SILENT_BEATS = 3;

export interface WatchedClientConfig extends ClientConfig {
  /** May list several addresses, of which the one that takes writes is connected to. */
  connectionString?: string;
  /** The same, where TypeORM needs one with a single address as `connectionString`. */
  severalAddresses?: string | undefined;
  /** Longest silence in the midst of a statement, in milliseconds; without it, as long as TCP's own timeout. */
  silenceMs?: number;
  /** How often a connection in which nothing runs is asked whether Postgres is there, in milliseconds; 1 s when left out. */
  beatMs?: number;
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
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

  private readonly primary: PrimaryFinder | undefined;
  /** The settings of `READ_ONLY_SETTINGS` that are on. */
  private readonly readOnlyBy = new Set<string>();

  constructor(config: WatchedClientConfig) {
    const { connectionString } = config;
    super({ ...config, ...(connectionString !== undefined && { connectionString: firstAddressOf(connectionString) }) });
    this.primary = primaryFinderOf(config.severalAddresses ?? connectionString ?? '');
    // Between the pool's listener and TypeORM's there is none, and an error without one ends the process.
    this.on('error', () => this.primary?.forget());
    this.connection.on('errorMessage', ({ code }: { code?: string }) => {
      // The next connection may reach the new primary; this one never does.
      if (code !== READ_ONLY_STATE) return;
      this._queryable = false;
      this.primary?.forget();
    });
    this.connection.on('parameterStatus', ({ parameterName: name, parameterValue: value }: ParameterStatus) => {
      if (!READ_ONLY_SETTINGS.has(name)) return;
      if (value === 'on') this.readOnlyBy.add(name);
      else this.readOnlyBy.delete(name);
    });
    this.once('connect', () => {
      connections.opened();
      this.once('end', () => connections.closed());
    });
    const { silenceMs, beatMs = BEAT_MS } = config;
    if (silenceMs === undefined) return;
    this.once('connect', () => {
      this.watchWhileIdle(beatMs);
      const socket = this.connection.stream as Socket;
      socket.setTimeout(silenceMs, () => {
        if (!this.readyForQuery) drop(socket, silenceMs);
      });
    });
  }

  override connect(): Promise<this>;
  override connect(callback: (error: Error) => void): void;
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const connected = this.connectToPrimary();
    if (!callback) return connected;
    // pg calls it without an error on success, and its types do not say so.
    connected.then(() => (callback as () => void)(), callback);
    return undefined;
  }

  private async connectToPrimary(): Promise<this> {
    if (!this.primary) {
      await super.connect();
      return this;
    }
    const { hostname, port } = await this.primary.find();
    this.host = hostname.replace(/^\[(.*)\]$/, '$1');
    this.port = Number(port || 5432);
    try {
      await super.connect();
      return this;
    } catch (error) {
      this.primary.forget();
      throw error;
    }
  }

  /** Finds out that a connection is dead, or takes no writes, before a request is given it. */
  private watchWhileIdle(beatMs: number): void {
    const socket = this.connection.stream as Socket;
    let silentBeats = 0;
    let isAsked = false;
    let bytesRead = -1;
    const timer = setInterval(() => {
      const isSilent = socket.bytesRead === bytesRead;
      bytesRead = socket.bytesRead;
      silentBeats = isAsked && isSilent ? silentBeats + 1 : 0;
      if (silentBeats > MAX_SILENT_BEATS) drop(socket, silentBeats * beatMs);
      // Within a transaction a question would keep Postgres from ending it when it does nothing for too long.
      if (isAsked || !isSilent || !this.readyForQuery || this.getTransactionStatus() !== 'I') return;
      // The server may take writes again, and says so only to new connections.
      if (this.readOnlyBy.size > 0) {
        socket.destroy(
          Object.assign(new Error('Postgres takes no writes on this connection'), { code: READ_ONLY_STATE }),
        );
        return;
      }
      isAsked = true;
      this.query('').then(
        () => (isAsked = false),
        () => undefined,
      );
    }, beatMs);
    timer.unref();
    this.once('end', () => clearInterval(timer));
  }
}

function drop(socket: Socket, silentMs: number): void {
  connections.dropped();
  socket.destroy(Object.assign(new Error(`Postgres said nothing for ${silentMs} ms`), { code: 'ETIMEDOUT' }));
}
