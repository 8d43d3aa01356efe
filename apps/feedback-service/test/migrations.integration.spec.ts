import { createDataSource, migrate } from '@haru/database';
import { createTestDatabase, migrationRoundTrip } from '@haru/testing';
import { expect, it } from '@jest/globals';
import { feedbackDatabase } from '../src/database.js';
import { migrations } from '../src/migrations/index.js';

it('migrations make the tables of the entities, and can be reverted and run again', async () => {
  const database = await createTestDatabase();
  const options = { ...feedbackDatabase.options('migrations-test', { DATABASE_URL: database.url }), migrations };
  const dataSource = await createDataSource(options).initialize();
  try {
    const { runs, defined, columns, reverted } = await migrationRoundTrip(dataSource, migrate);
    expect(columns).toEqual([defined, defined]);
    expect(reverted).toEqual([]);
    expect(runs[1]).toEqual(runs[0]);
  } finally {
    await dataSource.destroy();
    await database.drop();
  }
});
