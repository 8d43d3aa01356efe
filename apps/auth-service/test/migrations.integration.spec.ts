import { createDataSource, describeSchema, migrate } from '@haru/database';
import { testMigrations } from '@haru/testing';
import { authDatabase } from '../src/database.js';
import { migrations } from '../src/migrations/index.js';

await testMigrations({
  open: (url) =>
    createDataSource({ ...authDatabase.options('migrations-test', { DATABASE_URL: url }), migrations }).initialize(),
  migrate,
  describe: describeSchema,
  schemaFile: new URL('../schema.sql', import.meta.url),
});
