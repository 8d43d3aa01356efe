import { setInterval as every } from 'node:timers/promises';
import { startPostgresPair, type PostgresPair } from '@haru/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { createDataSource, databaseTimeouts, isDatabaseUnavailable, probeDatabase } from '../src/index.js';

const WRITES_PER_SECOND = 40;
const BACK_WITHIN_MS = 5_000;

let pair: PostgresPair;
beforeEach(async () => {
  pair = await startPostgresPair();
}, 60_000);
afterEach(() => pair.stop());

it('a promotion under load fails no write but as "unavailable", loses none, and writes are back within 5 s', async () => {
  const dataSource = createDataSource({
    url: pair.url,
    applicationName: 'failover-test',
    entities: [],
    timeouts: databaseTimeouts.service,
  });
  await dataSource.initialize();
  try {
    await dataSource.query('CREATE TABLE things (id int PRIMARY KEY)');
    const acknowledged: { id: number; at: number }[] = [];
    const failures: unknown[] = [];
    const write = async (id: number): Promise<void> => {
      try {
        await dataSource.transaction((manager) => manager.query('INSERT INTO things VALUES ($1)', [id]));
        acknowledged.push({ id, at: performance.now() });
      } catch (error) {
        failures.push(error);
      }
    };
    const writes: Promise<void>[] = [];
    let promotedAt = Infinity;
    let promotion: Promise<void> | undefined;
    for await (const _ of every(1_000 / WRITES_PER_SECOND)) {
      writes.push(write(writes.length));
      if (acknowledged.length >= WRITES_PER_SECOND) {
        promotion ??= pair.failOver().then(() => void (promotedAt = performance.now()));
      }
      const isBack = acknowledged.some(({ at }) => at > promotedAt);
      if (isBack || performance.now() > promotedAt + BACK_WITHIN_MS) break;
    }
    await promotion;
    await Promise.all(writes);

    const firstAfter = acknowledged.find(({ at }) => at > promotedAt);
    expect((firstAfter?.at ?? Infinity) - promotedAt).toBeLessThan(BACK_WITHIN_MS);
    expect(failures.filter((error) => !isDatabaseUnavailable(error))).toEqual([]);
    const kept = new Set((await dataSource.query<{ id: number }[]>('SELECT id FROM things')).map(({ id }) => id));
    expect(acknowledged.filter(({ id }) => !kept.has(id))).toEqual([]);
    await probeDatabase(dataSource);
  } finally {
    await dataSource.destroy();
  }
}, 60_000);
