import type { Socket } from 'node:net';
import { Client, type ClientConfig } from 'pg';
import { ConnectionCounts } from '@haru/service-runtime';
import { READ_ONLY_STATE } from './is-database-unavailable.js';
import { LostAnswers } from './lost-answers.js';
import { firstAddressOf, type PrimaryFinder, primaryFinderOf } from './primary-finder.js';

/**
 * On every connection the system probes the other side once a second after ten quiet seconds, and ends the connection
 * after ten probes. With `keepAlive` alone Linux begins after two hours.
 */
export const probed = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const satisfies ClientConfig;

const connections = new ConnectionCounts('Postgres');

/** A server that takes no writes reports these settings: a standby, or one that was set to read only. */
const READ_ONLY_SETTINGS: ReadonlySet<string> = new Set(['in_hot_standby', 'default_transaction_read_only']);

const BEAT_MS = 1_000;
/** The connection is dropped after so many beats without a byte while only the heartbeat runs. */
const MAX_SILENT_BEATS = 3;

export interface WatchedClientConfig extends ClientConfig {
  /** The string may list several addresses; the client connects to the one that takes writes. */
  connectionString?: string;
  /** It has the several addresses where TypeORM needs a single one as `connectionString`. */
  severalAddresses?: string | undefined;
  /**
   * This bounds one attempt to connect, in milliseconds; `connectionTimeoutMillis`, which the pool waits, when left
   * out.
   */
  attemptMs?: number;
  /** Postgres may be silent for so long while a statement runs, in milliseconds; without it TCP's own timeout applies. */
  idleTimeoutMs?: number;
}

interface ParameterStatus {
  parameterName: string;
  parameterValue: string;
}

/**
 * The connection is dropped when Postgres is silent while a statement runs: the statement fails, and the pool opens
 * another one. pg's `query_timeout` would fail the statement and leave the dead connection in the pool. A connection to
 * a server that was demoted to a standby is dropped too.
 */
export class WatchedClient extends Client {
  /** This is pg's own, which its types leave out: false from sending a statement until Postgres is ready for the next. */
  declare private readonly readyForQuery: boolean;
  /** This is pg's own too: the pool takes no connection back that is not queryable. */
  declare private _queryable: boolean;

  /** This is pg's own too, without a type: the process that serves this connection. */
  declare readonly processID: number | null;

  private readonly primary: PrimaryFinder | undefined;
  /** These settings of `READ_ONLY_SETTINGS` are on. */
  private readonly readOnlyBy = new Set<string>();
  /** Counts beats without a byte while an answer is expected. */
  private silentBeats = 0;
  /** The last beat read this value. */
  private bytesRead = -1;

  constructor(config: WatchedClientConfig) {
    const { connectionString, idleTimeoutMs, attemptMs = config.connectionTimeoutMillis } = config;
    super({
      ...config,
      ...(connectionString !== undefined && { connectionString: firstAddressOf(connectionString) }),
      ...(attemptMs !== undefined && { connectionTimeoutMillis: attemptMs }),
    });
    const address = config.severalAddresses ?? connectionString ?? '';
    this.primary = primaryFinderOf(address);
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
      if (idleTimeoutMs === undefined) return;
      this.watch(lostAnswersOf(address));
      this.socket.setTimeout(idleTimeoutMs, () => {
        if (!this.readyForQuery) this.drop(`Postgres said nothing for ${idleTimeoutMs} ms`);
      });
    });
  }

  /** It waits for an answer and has received no byte for a beat. */
  get isSilent(): boolean {
    return !this.readyForQuery && this.silentBeats > 0 && this.socket.bytesRead === this.bytesRead;
  }

  /** Fails the running statement; the pool opens another connection. */
  drop(reason: string): void {
    connections.dropped();
    this.socket.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }));
  }

  private get socket(): Socket {
    return this.connection.stream as Socket;
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

  /**
   * Finds out that a connection is dead, or takes no writes, before a request gets it. If one is dead, or an answer is
   * seconds late, the server is asked whether it still works on the others.
   */
  private watch(lostAnswers: LostAnswers): void {
    let isAsked = false;
    const timer = setInterval(() => {
      const isQuiet = this.socket.bytesRead === this.bytesRead;
      this.bytesRead = this.socket.bytesRead;
      this.silentBeats = isQuiet && !this.readyForQuery ? this.silentBeats + 1 : 0;
      if (isAsked && this.silentBeats > MAX_SILENT_BEATS) {
        this.drop(`Postgres said nothing for ${this.silentBeats * BEAT_MS} ms`);
      }
      if (this.silentBeats > 0 && this.silentBeats % MAX_SILENT_BEATS === 0) void lostAnswers.check();
      // Within a transaction a heartbeat would keep Postgres from ending it when it is idle for too long.
      if (!isQuiet || !this.readyForQuery || this.getTransactionStatus() !== 'I') return;
      // The server may take writes again, and says so only to new connections.
      if (this.readOnlyBy.size > 0) {
        this.socket.destroy(
          Object.assign(new Error('Postgres takes no writes on this connection'), { code: READ_ONLY_STATE }),
        );
        return;
      }
      isAsked = true;
      this.query('').then(
        () => (isAsked = false),
        () => undefined,
      );
    }, BEAT_MS);
    timer.unref();
    lostAnswers.add(this);
    this.once('end', () => {
      clearInterval(timer);
      lostAnswers.delete(this);
    });
  }
}

const lostAnswers = new Map<string, LostAnswers>();

/** All clients of these addresses share it. */
function lostAnswersOf(address: string): LostAnswers {
  const known =
    lostAnswers.get(address) ??
    new LostAnswers(async () => {
      const client = new WatchedClient({
        connectionString: address,
        application_name: 'lost answers',
        connectionTimeoutMillis: 1_500,
        query_timeout: 1_500,
      });
      await client.connect();
      return client;
    });
  lostAnswers.set(address, known);
  return known;
}
