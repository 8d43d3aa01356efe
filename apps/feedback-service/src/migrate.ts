import 'reflect-metadata';
import { createDataSource, migrate } from '@haru/database';
import { createLogger, parseEnv } from '@haru/service-runtime';
import { migrateEnv } from './config.js';
import { databaseOptions } from './database.js';
import { migrations } from './migrations/index.js';

/** Brings the database up to date and ends. */
const logger = createLogger('feedback-migrate');
const dataSource = createDataSource({ ...databaseOptions('feedback-migrate', parseEnv(migrateEnv)), migrations });
await dataSource.initialize();
try {
  logger.info({ migrations: await migrate(dataSource) }, 'database is up to date');
} finally {
  await dataSource.destroy();
}
