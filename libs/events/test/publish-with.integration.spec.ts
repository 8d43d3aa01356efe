import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource, EntityManager } from 'typeorm';
import { contextFor, EventSystem } from './event-system.fixture.js';
import { thingHappened } from './thing-happened.fixture.js';

describe('an event published with a change, in one statement', () => {
  let system: EventSystem;
  beforeAll(async () => {
    system = await EventSystem.start();
    await system.dataSource.query('CREATE TABLE things (name text PRIMARY KEY, size int NOT NULL)');
  });
  afterEach(async () => {
    await system.reset();
    await system.dataSource.query('TRUNCATE things');
  });
  afterAll(() => system.stop());

  const add = (name: string, size: number | null, database: DataSource | EntityManager = system.dataSource) =>
    system.outbox.publishWith<{ isMade: boolean }, typeof thingHappened>(
      database,
      {
        steps: 'made AS (INSERT INTO things VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1)',
        happened: 'EXISTS (SELECT FROM made)',
        reply: 'EXISTS (SELECT FROM made) AS "isMade"',
        parameters: [name, size],
      },
      thingHappened,
      { n: 5 },
      { aggregateId: name, context: contextFor(name, `request-${name}`) },
    );
  const things = () => system.dataSource.query<{ name: string }[]>('SELECT name FROM things ORDER BY name');

  it('is handled, and starts long before the relay would poll', async () => {
    await system.relay({ pollMs: 600_000 });
    await system.consumer();
    expect(await add('a', 1)).toEqual({ isMade: true });
    expect(await system.waitForEffects(1)).toEqual([
      expect.objectContaining({ aggregate_id: 'a', n: 5, request_id: 'request-a' }),
    ]);
    await system.waitForEmptyOutbox();
  });

  it('is not there when the change did not happen', async () => {
    await add('a', 1);
    expect(await add('a', 2)).toEqual({ isMade: false });
    expect(await system.outboxCount()).toBe(1);
  });

  it('is undone with a change that fails', async () => {
    await expect(add('a', null)).rejects.toThrow('null value');
    expect(await things()).toEqual([]);
    expect(await system.outboxCount()).toBe(0);
  });

  it('belongs to the transaction that there is', async () => {
    const failing = system.dataSource.transaction(async (manager) => {
      await add('a', 1, manager);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await system.outboxCount()).toBe(0);
    await system.dataSource.transaction((manager) => add('b', 1, manager));
    expect(await things()).toEqual([{ name: 'b' }]);
    expect(await system.outboxCount()).toBe(1);
  });
});
