import { inTransactionScope } from '@haru/service-runtime';
import { DataSource, type DataSourceOptions, type EntityManager, type MixedList } from 'typeorm';
import { firstAddressOf } from './primary-finder.js';
import { databaseTimeouts, type DatabaseTimeouts } from './timeouts.js';
import { probed, WatchedClient } from './watched-client.js';

export interface DatabaseOptions {
  /** The form is `postgres://user:password@host:port/database`; several addresses may stand before the `/`. */
  url: string;
  /** `pg_stat_activity` shows it. */
  applicationName: string;
  entities: MixedList<string | (new () => object)>;
  /** The migration classes are listed oldest first; the list is empty if the process never migrates. */
  migrations?: MixedList<string | (new () => object)>;
  /** This process opens at most this many connections. */
  poolSize?: number;
  /** The timeouts of migrations apply when this is left out. */
  timeouts?: DatabaseTimeouts;
}

/** The data source never changes a schema by itself: only migrations do. */
export function createDataSource(options: DatabaseOptions): DataSource {
  return new WatchedDataSource(dataSourceOptions(options));
}

/** The data source knows its transactions, so that waiting for another server inside one is reported. */
export class WatchedDataSource extends DataSource {
  override transaction<T>(...parameters: TransactionParameters<T>): Promise<T> {
    const [isolation, run] = parameters.length === 1 ? [undefined, parameters[0]] : parameters;
    const watched = (manager: EntityManager): Promise<T> => inTransactionScope(() => run(manager));
    return isolation === undefined ? super.transaction(watched) : super.transaction(isolation, watched);
  }
}

type RunInTransaction<T> = (manager: EntityManager) => Promise<T>;
type TransactionParameters<T> =
  [run: RunInTransaction<T>] | [isolation: Parameters<DataSource['transaction']>[0], run: RunInTransaction<T>];

/** Returns the same as options for `TypeOrmModule.forRoot`. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  const timeouts: DatabaseTimeouts = options.timeouts ?? databaseTimeouts.migrations;
  return {
    type: 'postgres',
    url: firstAddressOf(options.url),
    applicationName: options.applicationName,
    entities: options.entities as DataSourceOptions['entities'],
    migrations: (options.migrations ?? []) as DataSourceOptions['migrations'],
    poolSize: options.poolSize ?? 10,
    connectTimeoutMS: timeouts.connectMs,
    extra: {
      ...probed,
      Client: WatchedClient,
      severalAddresses: options.url,
      attemptMs: timeouts.attemptMs,
      // An idle connection takes 3 to 7 MB of the server. Jobs that begin together open several, each minute.
      idleTimeoutMillis: 2_000,
      idleTimeoutMs: timeouts.idleTimeoutMs,
      statement_timeout: timeouts.statementMs,
      lock_timeout: timeouts.lockMs,
      idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
    },
  };
}
