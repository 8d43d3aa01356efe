import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource, EntityManager } from 'typeorm';
import { contextFor, EventSystem } from './event-system.fixture.js';
import { thingHappened } from './thing-happened.fixture.js';

describe('events published with a change, in one statement', () => {
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

  /** Adds things of one size whose name is free, and returns them. */
  const add = async (
    names: readonly string[],
    size: number | null,
    database: DataSource | EntityManager = system.dataSource,
    published = names,
  ): Promise<string[]> => {
    const rows = await system.outbox.publishWith<{ name: string }, typeof thingHappened>(
      database,
      {
        steps: 'made AS (INSERT INTO things SELECT unnest($1::text[]), $2 ON CONFLICT DO NOTHING RETURNING name)',
        aggregateIdsSql: 'SELECT name FROM made',
        reply: 'SELECT name FROM made ORDER BY name',
        parameters: [names, size],
      },
      thingHappened,
      published.map((name) => ({ payload: { n: 5 }, aggregateId: name, context: contextFor(name, `request-${name}`) })),
    );
    return rows.map(({ name }) => name);
  };
  const things = () => system.dataSource.query<{ name: string }[]>('SELECT name FROM things ORDER BY name');

  it('is handled, and starts long before the relay would poll', async () => {
    await system.relay({ pollMs: 600_000 });
    await system.consumer();
    expect(await add(['a'], 1)).toEqual(['a']);
    expect(await system.waitForEffects(1)).toEqual([
      expect.objectContaining({ aggregate_id: 'a', n: 5, request_id: 'request-a' }),
    ]);
    await system.waitForEmptyOutbox();
  });

  it('is one for each that was changed, with the context of who asked for it', async () => {
    await system.relay({ pollMs: 600_000 });
    await system.consumer();
    expect(await add(['a', 'b', 'c'], 1)).toEqual(['a', 'b', 'c']);
    const effects = await system.waitForEffects(3);
    expect(effects.map(({ aggregate_id, request_id }) => [aggregate_id, request_id]).sort()).toEqual([
      ['a', 'request-a'],
      ['b', 'request-b'],
      ['c', 'request-c'],
    ]);
    await system.waitForEmptyOutbox();
  });

  it('is not there for what was not changed', async () => {
    await add(['b'], 1);
    expect(await add(['a', 'b', 'c'], 2)).toEqual(['a', 'c']);
    expect(await system.outboxCount()).toBe(3);
    expect(await add(['a'], 2)).toEqual([]);
    expect(await system.outboxCount()).toBe(3);
  });

  it('is undone with a change that fails', async () => {
    await expect(add(['a', 'b'], null)).rejects.toThrow('null value');
    expect(await things()).toEqual([]);
    expect(await system.outboxCount()).toBe(0);
  });

  it('must be given for each that was changed: otherwise nothing is changed', async () => {
    await expect(add(['a', 'b'], 1, system.dataSource, ['a', 'c'])).rejects.toThrow('no event of aggregate b');
    expect(await things()).toEqual([]);
    expect(await system.outboxCount()).toBe(0);
  });

  it('belongs to the transaction that there is', async () => {
    const failing = system.dataSource.transaction(async (manager) => {
      await add(['a'], 1, manager);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await system.outboxCount()).toBe(0);
    await system.dataSource.transaction((manager) => add(['b'], 1, manager));
    expect(await things()).toEqual([{ name: 'b' }]);
    expect(await system.outboxCount()).toBe(1);
  });
});
