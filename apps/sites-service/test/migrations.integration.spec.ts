import { createDataSource, migrate } from '@haru/database';
import { createTestDatabase } from '@haru/testing';
import { expect, it } from '@jest/globals';
import { sitesDatabase } from '../src/database.js';
import { migrations } from '../src/migrations/index.js';

it('every migration can be undone and done again', async () => {
  const database = await createTestDatabase();
  const options = { ...sitesDatabase.options('migrations-test', { DATABASE_URL: database.url }), migrations };
  const dataSource = await createDataSource(options).initialize();
  const tables = async () => {
    const rows = await dataSource.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' ORDER BY table_name`,
    );
    return rows.map(({ name }) => name);
  };
  const made = await migrate(dataSource);
  const all = await tables();
  expect(made).toHaveLength(migrations.length);
  expect(all).toEqual(expect.arrayContaining(['idempotent_creates', 'inbox', 'outbox', 'sites']));
  for (const _ of made) await dataSource.undoLastMigration();
  expect(await tables()).toEqual(['migrations']);
  expect(await migrate(dataSource)).toEqual(made);
  expect(await tables()).toEqual(all);
  await dataSource.destroy();
  await database.drop();
});
