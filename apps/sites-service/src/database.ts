import { dataSourceOptions, type DatabaseOptions, type Patience } from '@haru/database';
import type { DataSourceOptions } from 'typeorm';

interface DatabaseEnv {
  DATABASE_URL: string;
  DATABASE_POOL_SIZE?: number;
  VIEWER_ORIGIN_PATTERN?: string | undefined;
}

/** This service's database: rows are read and written as SQL, so there are no entities. */
export function databaseOptions(applicationName: string, env: DatabaseEnv): DatabaseOptions {
  return { url: env.DATABASE_URL, applicationName, entities: [], poolSize: env.DATABASE_POOL_SIZE };
}

/** For `TypeOrmModule`: the start waits up to half a minute for a database that is still starting. */
export function typeOrmOptions(
  applicationName: string,
  env: DatabaseEnv,
  patience: Patience,
): DataSourceOptions & { retryAttempts: number; retryDelay: number } {
  const options = dataSourceOptions({ ...databaseOptions(applicationName, env), patience });
  // Read by the triggers of keep-freed-paths.ts.
  const settings = env.VIEWER_ORIGIN_PATTERN ? { options: '-c haru.keep_freed_paths=on' } : {};
  const extra = { ...(options.extra as object), ...settings };
  return { ...options, extra, retryAttempts: 30, retryDelay: 1_000 };
}

/** The viewer's: visitors get an answer in time, with or without the database. */
export const patienceOfViewer: Patience = { connectMs: 2_000, silenceMs: 3_000 };
