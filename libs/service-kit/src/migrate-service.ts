import { createDataSource, DatabaseVersionError, migrate, type DatabaseOptions } from '@haru/database';
import { createLogger, migrationEnvSchema, parseEnv } from '@haru/service-runtime';
import type { ServiceDatabase } from './service-database.js';

/**
 * Migrates the database as the owner of its tables, and ends. It reads the environment of `migrationEnvSchema`. With the argument
 * `--refuse-newer` it fails when a newer version has migrated the database.
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
    const refuseNewer = process.argv.includes('--refuse-newer');
    const names = await migrate(dataSource, { rights: { serviceUrl, appendOnly }, refuseNewer });
    logger.info({ migrations: names }, 'database is up to date');
  } catch (error) {
    if (!(error instanceof DatabaseVersionError)) throw error;
    logger.fatal(error.message);
    process.exitCode = 1;
  } finally {
    await dataSource.destroy();
  }
}
