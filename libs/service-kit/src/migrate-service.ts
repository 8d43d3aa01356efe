import { createDataSource, migrate, type DatabaseOptions } from '@haru/database';
import { createLogger, migrationEnvSchema, parseEnv } from '@haru/service-runtime';
import type { ServiceDatabase } from './service-database.js';

/**
 * Migrates the database as the owner of its tables, and ends. It reads the environment of `migrationEnvSchema`.
 * @param migrations all of them; TypeORM runs them in the order of the numbers in their names
 */
export async function migrateService(
  name: string,
  database: ServiceDatabase,
  migrations: NonNullable<DatabaseOptions['migrations']>,
): Promise<void> {
  const logger = createLogger(name);
  const env = parseEnv(migrationEnvSchema);
  const { DATABASE_URL: serviceUrl, MIGRATION_DATABASE_URL: url = serviceUrl } = env;
  const { appendOnlyTables: appendOnly } = database;
  if (url === serviceUrl && appendOnly.length > 0) {
    logger.warn({ appendOnly }, 'no MIGRATION_DATABASE_URL: the services own these tables and could change their rows');
  }
  const dataSource = await createDataSource({ ...database.options(name, env), migrations, url }).initialize();
  try {
    logger.info({ migrations: await migrate(dataSource, { serviceUrl, appendOnly }) }, 'database is up to date');
  } finally {
    await dataSource.destroy();
  }
}
