import { DataSource, type DataSourceOptions, type MixedList } from 'typeorm';
import { databaseTimeouts, type DatabaseTimeouts } from './timeouts.js';
import { probed, WatchedClient } from './watched-client.js';

export interface DatabaseOptions {
  /** `postgres://user:password@host:port/database` */
  url: string;
  /** Shown in `pg_stat_activity`. */
  applicationName: string;
  entities: MixedList<string | (new () => object)>;
  /** Migration classes, oldest first; empty where the process never migrates. */
  migrations?: MixedList<string | (new () => object)>;
  /** Most connections this process opens. */
  poolSize?: number;
  /** Those of migrations when left out. */
  timeouts?: DatabaseTimeouts;
  /** Settings of Postgres for each connection, such as `{ 'haru.keep_freed_paths': 'on' }`. */
  settings?: Readonly<Record<string, string>>;
}

/** A Postgres data source that never changes a schema by itself: only migrations do. */
export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource(dataSourceOptions(options));
}

/** The same, as options for `TypeOrmModule.forRoot`. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  const timeouts: DatabaseTimeouts = options.timeouts ?? databaseTimeouts.migrations;
  const settings = Object.entries(options.settings ?? {}).map(([name, value]) => `-c ${name}=${value}`);
  return {
    type: 'postgres',
    url: options.url,
    applicationName: options.applicationName,
    entities: options.entities as DataSourceOptions['entities'],
    migrations: (options.migrations ?? []) as DataSourceOptions['migrations'],
    migrationsTransactionMode: 'each',
    poolSize: options.poolSize ?? 10,
    synchronize: false,
    logging: false,
    connectTimeoutMS: timeouts.connectMs,
    extra: {
      ...probed,
      Client: WatchedClient,
      silenceMs: timeouts.silenceMs,
      statement_timeout: timeouts.statementMs,
      idle_in_transaction_session_timeout: timeouts.idleInTransactionMs,
      ...(settings.length > 0 && { options: settings.join(' ') }),
    },
  };
}
