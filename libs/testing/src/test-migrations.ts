import { readFile, writeFile } from 'node:fs/promises';
import type { DataSource } from 'typeorm';
import { describeSchema } from './describe-schema.js';
import { tableColumns } from './table-columns.js';
import { createTestDatabase } from './test-database.js';

interface Migrations {
  /** Connects to an empty database. The data source has the entities and migrations of the service. */
  open(url: string): Promise<DataSource>;
  /** Runs all migrations and returns their names. */
  migrate(dataSource: DataSource): Promise<string[]>;
  /** `HARU_WRITE_SCHEMA=1` writes the committed `schema.sql`. */
  schemaFile: URL;
}

/** Defines the tests of a service's migrations, entities and `schema.sql`, which must agree. */
export async function testMigrations({ open, migrate, schemaFile }: Migrations): Promise<void> {
  // This package fails outside of Jest, where tools use this library, too.
  const { afterEach, beforeEach, expect, it } = await import('@jest/globals');
  let dataSource: DataSource;
  let drop: () => Promise<void>;
  beforeEach(async () => {
    const database = await createTestDatabase();
    dataSource = await open(database.url);
    drop = database.drop;
  });
  afterEach(async () => {
    await dataSource.destroy();
    await drop();
  });

  it('migrations make the tables of the entities, and can be reverted and run again', async () => {
    const names = await migrate(dataSource);
    const { defined, actual } = await tableColumns(dataSource);
    expect(actual).toEqual(defined);
    for (const _ of names) await dataSource.undoLastMigration();
    expect((await tableColumns(dataSource)).actual).toEqual([]);
    expect(await migrate(dataSource)).toEqual(names);
    expect((await tableColumns(dataSource)).actual).toEqual(defined);
  });

  it('migrations make the database that schema.sql shows', async () => {
    await migrate(dataSource);
    const text = `-- Written by the migrations' test with HARU_WRITE_SCHEMA=1.\n\n${await describeSchema(dataSource)}`;
    if (process.env['HARU_WRITE_SCHEMA']) await writeFile(schemaFile, text);
    expect(text).toBe(await readFile(schemaFile, 'utf8'));
  });
}
