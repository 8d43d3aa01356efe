import 'reflect-metadata';
import { createDataSource, migrate } from '@haru/database';
import { createLogger, parseEnv } from '@haru/service-runtime';
import { migrateEnv } from './config.js';
import { databaseOptions } from './database.js';
import { migrations } from './migrations/index.js';

/** Brings the database up to date, as its owner, and ends. */
const logger = createLogger('feedback-migrate');
const env = parseEnv(migrateEnv);
const { DATABASE_URL: serviceUrl, MIGRATION_DATABASE_URL: url = serviceUrl } = env;
const dataSource = createDataSource({ ...databaseOptions('feedback-migrate', env), url, migrations });
await dataSource.initialize();
try {
  logger.info({ migrations: await migrate(dataSource, { serviceUrl }) }, 'database is up to date');
} finally {
  await dataSource.destroy();
}
