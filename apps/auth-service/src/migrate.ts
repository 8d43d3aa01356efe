import 'reflect-metadata';
import { createDataSource, migrate } from '@haru/database';
import { createLogger } from '@haru/service-runtime';
import { readMigrationConfig } from './config.js';
import { appendOnlyTables, databaseOptions } from './database.js';

/** Brings the database up to date, as its owner, and ends. */
const logger = createLogger('auth-migrate');
const config = readMigrationConfig();
const { DATABASE_URL: serviceUrl, MIGRATION_DATABASE_URL: url = serviceUrl } = config;
if (url === serviceUrl) {
  logger.warn('no MIGRATION_DATABASE_URL: the services own their tables, and nothing protects the audit log from them');
}
const dataSource = await createDataSource({ ...databaseOptions(config), url }).initialize();
try {
  logger.info({ migrations: await migrate(dataSource, { serviceUrl, appendOnly: appendOnlyTables }) }, 'migrated');
} finally {
  await dataSource.destroy();
}
