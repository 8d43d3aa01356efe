import { createDataSource, migrate } from '@haru/database';
import { createTestDatabase, tableColumns } from '@haru/testing';
import { expect, it } from '@jest/globals';
import { feedbackDatabase } from '../src/database.js';

it('migrations make the tables of the entities, and can be reverted and run again', async () => {
  const database = await createTestDatabase();
  const options = feedbackDatabase.options('migrations-test', { DATABASE_URL: database.url });
  const dataSource = await createDataSource(options).initialize();
  try {
    const made = await migrate(dataSource);
    const { defined, actual } = await tableColumns(dataSource);
    expect(actual).toEqual(defined);
    for (const _ of made) await dataSource.undoLastMigration();
    expect((await tableColumns(dataSource)).actual).toEqual([]);
    expect(await migrate(dataSource)).toEqual(made);
    expect((await tableColumns(dataSource)).actual).toEqual(actual);
  } finally {
    await dataSource.destroy();
    await database.drop();
  }
});
