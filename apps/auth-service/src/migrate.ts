import 'reflect-metadata';
import { createDataSource, migrate } from '@haru/database';
import { createLogger } from '@haru/service-runtime';
import { readDatabaseConfig } from './config.js';
import { databaseOptions } from './database.js';

const logger = createLogger('auth-migrate');
const dataSource = await createDataSource(databaseOptions(readDatabaseConfig())).initialize();
try {
  logger.info({ migrations: await migrate(dataSource) }, 'migrated');
} finally {
  await dataSource.destroy();
}
