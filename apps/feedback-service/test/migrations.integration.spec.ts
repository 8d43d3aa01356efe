import { createDataSource, migrate } from '@haru/database';
import { testMigrations } from '@haru/testing';
import { feedbackDatabase } from '../src/database.js';
import { migrations } from '../src/migrations/index.js';

await testMigrations({
  open: (url) =>
    createDataSource({
      ...feedbackDatabase.options('migrations-test', { DATABASE_URL: url }),
      migrations,
    }).initialize(),
  migrate,
  schemaFile: new URL('../schema.sql', import.meta.url),
});
