import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource, migrate } from '@haru/database';
import { createTestDatabase } from '@haru/testing';
import { OutboxRelay, purgeInbox } from '../src/index.js';
import { AddTables1795478400000 } from './add-tables.migration.js';
import { EventSystem } from './event-system.fixture.js';

describe('the tables', () => {
  let system: EventSystem;
  beforeAll(async () => {
    system = await EventSystem.start();
  });
  afterEach(() => system.reset());
  afterAll(() => system.stop());

  it('come and go with their migrations', async () => {
    const database = await createTestDatabase();
    const migrations = [AddTables1795478400000];
    const dataSource = createDataSource({ url: database.url, applicationName: 'test', entities: [], migrations });
    await dataSource.initialize();
    const tables = () =>
      dataSource.query(`SELECT relname FROM pg_class WHERE relname IN ('inbox', 'outbox') ORDER BY 1`);
    await dataSource.runMigrations();
    expect(await tables()).toEqual([{ relname: 'inbox' }, { relname: 'outbox' }]);
    for (const _ of migrations) await dataSource.undoLastMigration();
    expect(await tables()).toEqual([]);
    const { logger } = system;
    const relay = new OutboxRelay({ dataSource, databaseUrl: database.url, redisUrl: system.redis.url, logger });
    await expect(relay.start()).rejects.toThrow('relation "outbox" does not exist');
    await relay.close();
    await dataSource.destroy();
    await database.drop();
  });

  it('are made once when several processes migrate at the same moment, a pool of one connection each', async () => {
    const database = await createTestDatabase();
    const sources = Array.from({ length: 5 }, () =>
      createDataSource({
        url: database.url,
        applicationName: 'test',
        entities: [],
        migrations: [AddTables1795478400000],
        poolSize: 1,
      }),
    );
    await Promise.all(sources.map((source) => source.initialize()));
    const ran = await Promise.all(sources.map((source) => migrate(source)));
    expect(ran.flat()).toEqual(['AddTables1795478400000']);
    expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
    await Promise.all(sources.map((source) => source.destroy()));
    await database.drop();
  });

  it('keep the inbox for 30 days', async () => {
    const at = (days: number) =>
      system.dataSource.query(`INSERT INTO inbox VALUES ($1, 'sites', now() - make_interval(days => $2))`, [
        randomUUID(),
        days,
      ]);
    await Promise.all([at(0), at(29), at(31), at(400)]);
    expect(await purgeInbox(system.dataSource)).toBe(2);
    expect(await purgeInbox(system.dataSource, 7)).toBe(1);
    expect(await system.dataSource.query('SELECT FROM inbox')).toHaveLength(1);
  });
});
