import { createTestDatabase, query, waitFor, type TestDatabase } from '@haru/testing';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createDataSource, migrate } from '../src/index.js';

class Baseline1795478400000 implements MigrationInterface {
  readonly name = 'Baseline1795478400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE notes (id int PRIMARY KEY)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE notes');
  }
}

class AddText1795478400001 implements MigrationInterface {
  readonly name = 'AddText1795478400001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notes ADD text text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notes DROP text');
  }
}

/** Indexes are built beside readers and writers, outside of a transaction. */
class IndexText1795478400002 implements MigrationInterface {
  readonly name = 'IndexText1795478400002';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX CONCURRENTLY notes_text_idx ON notes (text)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY notes_text_idx');
  }
}

describe('migrate', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const run = (...migrations: (new () => MigrationInterface)[]): Promise<string[]> => runWith(migrations);

  async function runWith(migrations: (new () => MigrationInterface)[], refuseNewer = false): Promise<string[]> {
    const options = { url: database.url, applicationName: 'migrate-test', entities: [], migrations };
    const dataSource = await createDataSource(options).initialize();
    try {
      return await migrate(dataSource, { refuseNewer });
    } finally {
      await dataSource.destroy();
    }
  }

  it('waits behind an open reader without keeping others from the table', async () => {
    await run(Baseline1795478400000);
    const reader = new Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('BEGIN; SELECT * FROM notes');
    const migrating = run(Baseline1795478400000, AddText1795478400001, IndexText1795478400002);
    const isWaiting = async () =>
      (await query(database.url, `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'ALTER%'`))
        .length > 0;
    await waitFor(isWaiting, { timeoutMs: 5_000, what: 'the migration to wait for the table' });
    const begin = performance.now();
    await query(database.url, 'SELECT * FROM notes');
    expect(performance.now() - begin).toBeLessThan(3_000);
    await reader.query('COMMIT');
    await reader.end();
    expect(await migrating).toEqual(['AddText1795478400001', 'IndexText1795478400002']);
    expect(await query(database.url, 'SELECT text FROM notes')).toEqual([]);
  }, 20_000);

  it('refuses a database that was made before the first migration, and a newer one where it is told to', async () => {
    await run(Baseline1795478400000, AddText1795478400001);
    expect(await run(Baseline1795478400000)).toEqual([]);
    await expect(runWith([Baseline1795478400000], true)).rejects.toThrow(
      /newer version of Haru has migrated the database \(AddText1795478400001\). Start that version/,
    );
    await query(database.url, `UPDATE migrations SET timestamp = 1795200001001, name = 'CreateSites1795200001001'`);
    await expect(run(Baseline1795478400000)).rejects.toThrow(
      /before the first release \(CreateSites1795200001001\).*--reset/,
    );
  });
});
