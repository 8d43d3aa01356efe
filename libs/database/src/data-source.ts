import { DataSource, type DataSourceOptions, type MixedList } from 'typeorm';
import { patience, type Patience } from './patience.js';
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
  /** That of migrations when left out. */
  patience?: Patience;
}

/** A Postgres data source that never changes a schema by itself: only migrations do. */
export function createDataSource(options: DatabaseOptions): DataSource {
  return new DataSource(dataSourceOptions(options));
}

/** The same, as options for `TypeOrmModule.forRoot`. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  const { connectMs, silenceMs }: Patience = options.patience ?? patience.ofMigrations;
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
    connectTimeoutMS: connectMs,
    extra: { ...probed, Client: WatchedClient, silenceMs },
  };
}
