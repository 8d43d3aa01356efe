import { createDataSource, createStatements, describeSchema, migrate } from '@haru/database';
import { createTestDatabase, migrationRoundTrip, schemaFile } from '@haru/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { authDatabase } from '../src/database.js';
import { migrations } from '../src/migrations/index.js';
import { tables } from '../src/tables/index.js';

let dataSource: DataSource;
let drop: () => Promise<void>;
beforeEach(async () => {
  const database = await createTestDatabase();
  const options = { ...authDatabase.options('migrations-test', { DATABASE_URL: database.url }), migrations };
  dataSource = await createDataSource(options).initialize();
  drop = database.drop;
});
afterEach(async () => {
  await dataSource.destroy();
  await drop();
});

it('migrations make the tables of the entities, and can be reverted and run again', async () => {
  const { runs, defined, columns, reverted } = await migrationRoundTrip(dataSource, migrate);
  expect(columns).toEqual([defined, defined]);
  expect(reverted).toEqual([]);
  expect(runs[1]).toEqual(runs[0]);
});

it('declared tables are those of schema.sql', async () => {
  for (const statement of createStatements(tables)) await dataSource.query(statement);
  const declared = await describeSchema(dataSource);
  expect(declared).toBe(await schemaFile(new URL('../schema.sql', import.meta.url), declared));
});

it('migrations make the declared tables', async () => {
  await migrate(dataSource);
  const migrated = await describeSchema(dataSource);
  expect(migrated).toBe(await schemaFile(new URL('../schema.sql', import.meta.url), migrated));
});
