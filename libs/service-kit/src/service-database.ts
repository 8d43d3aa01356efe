import { dataSourceOptions, WatchedDataSource, type DatabaseOptions, type DatabaseTimeouts } from '@haru/database';
import type { DynamicModule } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';

/** A database that is still starting is tried this often; then the process ends with an error. */
const CONNECT_ATTEMPTS = 30;
const CONNECT_RETRY_MS = 1_000;

interface ServiceDatabaseOptions {
  entities: DatabaseOptions['entities'];
  /** In these tables the services' role may neither change nor remove a row. */
  appendOnlyTables?: readonly string[];
}

/** `databaseEnv` reads these settings. */
interface DatabaseEnv {
  DATABASE_URL: string;
  DATABASE_POOL_SIZE?: number;
}

/** The processes, migrations and tests of one service open its database in the same way. */
export class ServiceDatabase {
  readonly appendOnlyTables: readonly string[];

  constructor(private readonly definition: ServiceDatabaseOptions) {
    this.appendOnlyTables = definition.appendOnlyTables ?? [];
  }

  /** @param applicationName the name that `pg_stat_activity` shows */
  options(applicationName: string, env: DatabaseEnv): DatabaseOptions {
    const { entities } = this.definition;
    return { url: env.DATABASE_URL, applicationName, entities, poolSize: env.DATABASE_POOL_SIZE };
  }

  /**
   * Provides the `DataSource`. Nest closes it after the last request or job is done.
   * @param startsWithout the process starts without its database, and connects with its first query
   */
  module(
    applicationName: string,
    env: DatabaseEnv,
    timeouts: DatabaseTimeouts,
    { startsWithout = false } = {},
  ): DynamicModule {
    const options = dataSourceOptions({ ...this.options(applicationName, env), timeouts });
    // Services in one process have several data sources, which need names.
    const database = TypeOrmModule.forRootAsync({
      name: applicationName,
      useFactory: () => ({
        ...{ ...options, retryAttempts: CONNECT_ATTEMPTS, retryDelay: CONNECT_RETRY_MS },
        manualInitialization: startsWithout,
      }),
      dataSourceFactory: async () => (startsWithout ? new LateDataSource(options) : new WatchedDataSource(options)),
    });
    return {
      module: class DatabaseModule {},
      global: true,
      imports: [database],
      providers: [{ provide: DataSource, useExisting: getDataSourceToken(applicationName) }],
      exports: [DataSource],
    };
  }
}

/** Connects when it is first queried. If that fails, the query fails, and the next one connects. */
class LateDataSource extends WatchedDataSource {
  private connecting: Promise<DataSource> | undefined;

  override async query<Result>(...parameters: Parameters<DataSource['query']>): Promise<Result> {
    if (!this.isInitialized) {
      this.connecting ??= this.initialize().finally(() => (this.connecting = undefined));
      await this.connecting;
    }
    return super.query<Result>(...parameters);
  }
}
