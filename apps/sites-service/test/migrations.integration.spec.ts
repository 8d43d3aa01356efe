import { createDataSource, migrate } from '@haru/database';
import { createTestDatabase } from '@haru/testing';
import { expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { sitesDatabase } from '../src/database.js';
import { moveNextContents } from '../src/contents/move-contents.js';
import { migrations } from '../src/migrations/index.js';

const typeNames: Record<string, string> = { 'timestamp with time zone': 'timestamptz' };

it('migrations make the tables of the entities, and can be reverted and run again', async () => {
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
  expect(await tablesWithKey(dataSource)).toEqual(dataSource.entityMetadatas.map((entity) => entity.tableName).sort());
  for (const { tableName, columns } of dataSource.entityMetadatas) {
    const rows = await dataSource.query<{ name: string; type: string; nullable: boolean }[]>(
      `SELECT column_name AS name, data_type AS type, is_nullable = 'YES' AS nullable FROM information_schema.columns
       WHERE table_schema = 'public' AND table_name = $1 ORDER BY column_name`,
      [tableName],
    );
    const defined = columns.map(({ databaseName, type, isNullable }) => [databaseName, type, isNullable].join(' '));
    expect(rows.map(({ name, type, nullable }) => [name, typeNames[type] ?? type, nullable].join(' '))).toEqual(
      defined.sort(),
    );
  }
  for (const _ of made) await dataSource.undoLastMigration();
  expect(await tables()).toEqual(['migrations']);
  expect(await migrate(dataSource)).toEqual(made);
  expect(await tables()).toEqual(all);
  await dataSource.destroy();
  await database.drop();
});

it('pages stay when the migration of versions is run and reverted', async () => {
  const database = await createTestDatabase();
  const options = { ...sitesDatabase.options('migrations-test', { DATABASE_URL: database.url }), migrations };
  const dataSource = await createDataSource(options).initialize();
  const made = await migrate(dataSource);
  const revert = async () => {
    for (const name of made.slice(made.indexOf('KeepVersions1795200001050')).reverse()) {
      await dataSource.undoLastMigration();
      expect(await dataSource.query('SELECT 1 FROM migrations WHERE name = $1', [name])).toEqual([]);
    }
  };
  const pages = () => dataSource.query('SELECT title, html_content FROM sites ORDER BY title');
  await revert();
  await dataSource.query(
    `INSERT INTO sites (id, user_id, title, path, html_content, storage_path, created_at, expires_at, last_modified)
     VALUES (gen_random_uuid(), gen_random_uuid(), 'old', 'old', '<p>やあ', 'x', now(), now() + interval '1 day', now())`,
  );
  await migrate(dataSource);
  expect(await dataSource.query('SELECT until > now() AS waits FROM content_migration')).toEqual([{ waits: true }]);
  await dataSource.query('UPDATE content_migration SET until = now()');
  await moveNextContents(dataSource, '00000000-0000-0000-0000-000000000000');
  await dataSource.query(
    `WITH made AS (INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at,
       last_modified) VALUES (gen_random_uuid(), gen_random_uuid(), 'new', 'new', 'h', 5, 'y', now(), now(), now()))
     INSERT INTO contents VALUES ('h', '<p>新', now())`,
  );
  expect(await pages()).toEqual(['new', 'old'].map((title) => ({ title, html_content: null })));
  await revert();
  expect(await pages()).toEqual([
    { title: 'new', html_content: '<p>新' },
    { title: 'old', html_content: '<p>やあ' },
  ]);
  await dataSource.destroy();
  await database.drop();
});

/** Tables that have an entity; those of libs and TypeORM have none here, and those that triggers write have no key. */
async function tablesWithKey(dataSource: DataSource): Promise<string[]> {
  const rows = await dataSource.query<{ name: string }[]>(
    `SELECT table_name AS name FROM information_schema.table_constraints
     WHERE constraint_schema = 'public' AND constraint_type = 'PRIMARY KEY' ORDER BY table_name`,
  );
  const ofLibs = ['deleted_accounts', 'inbox', 'migrations', 'outbox', 'processed_events'];
  return rows.map(({ name }) => name).filter((name) => !ofLibs.includes(name));
}
