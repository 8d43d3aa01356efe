import { dataSourceOptions, type DatabaseOptions } from '@haru/database';
import type { DataSourceOptions } from 'typeorm';

/** This service's database: rows are read and written as SQL, so there are no entities. */
export function databaseOptions(
  applicationName: string,
  env: { DATABASE_URL: string; DATABASE_POOL_SIZE?: number },
): DatabaseOptions {
  return { url: env.DATABASE_URL, applicationName, entities: [], poolSize: env.DATABASE_POOL_SIZE };
}

/** For `TypeOrmModule`: the start waits up to half a minute for a database that is still starting. */
export function typeOrmOptions(
  ...parameters: Parameters<typeof databaseOptions>
): DataSourceOptions & { retryAttempts: number; retryDelay: number } {
  return { ...dataSourceOptions(databaseOptions(...parameters)), retryAttempts: 30, retryDelay: 1_000 };
}
