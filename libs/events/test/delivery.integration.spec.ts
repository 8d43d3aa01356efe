import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@haru/testing';
import { contextFor, EventSystem, upTo } from './event-system.fixture.js';
import { thingHappened } from './thing-happened.fixture.js';

const NEVER = 600_000;

describe('an event', () => {
  let system: EventSystem;
  beforeAll(async () => {
    system = await EventSystem.start();
  });
  afterEach(() => system.reset());
  afterAll(() => system.stop());

  it('is handled once, knows its request, and leaves the outbox', async () => {
    await system.relay();
    await system.consumer();
    await system.publish('site-a', 7, 'request-7');
    await system.waitForEmptyOutbox();
    expect(await system.effects()).toEqual([
      expect.objectContaining({ aggregate_id: 'site-a', n: 7, request_id: 'request-7' }),
    ]);
  });

  it('does not exist when its transaction rolls back', async () => {
    await system.relay();
    await system.consumer();
    const failing = system.dataSource.transaction(async (manager) => {
      const options = { aggregateId: 'site-a', context: contextFor('site-a') };
      await system.outbox.publish(manager, thingHappened, { n: 1 }, options);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await system.outboxCount()).toBe(0);
    await system.publish('site-a', 2);
    expect(await system.waitForEffects(1)).toEqual([expect.objectContaining({ n: 2 })]);
  });

  it('is refused outside a transaction and with a payload that does not fit', async () => {
    const options = { aggregateId: 'site-a', context: contextFor('site-a') };
    const outside = system.outbox.publish(system.dataSource.manager, thingHappened, { n: 1 }, options);
    await expect(outside).rejects.toThrow('thingHappened was published outside a transaction');
    const unfit = system.dataSource.transaction((manager) =>
      system.outbox.publish(manager, thingHappened, { n: 0.5 }, options),
    );
    await expect(unfit).rejects.toThrow('thingHappened cannot be published');
  });

  it('starts immediately, long before the relay would poll', async () => {
    await system.relay({ pollMs: NEVER });
    await system.consumer();
    await system.publish('site-a', 1);
    await system.waitForEffects(1, 5_000);
    await system.publish('site-a', 2);
    await system.waitForEffects(2, 5_000);
  });

  it('is found by polling when the relay cannot listen', async () => {
    await system.relay({ databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing' });
    await system.consumer();
    await system.publish('site-a');
    await system.waitForEmptyOutbox();
    expect(await system.effects()).toHaveLength(1);
  });

  it('starts immediately again after the listening connection was cut', async () => {
    await system.relay({ pollMs: NEVER });
    await system.consumer();
    const listeners = `SELECT pid FROM pg_stat_activity WHERE application_name = 'outbox-listener' AND query LIKE 'LISTEN%'`;
    const before = await waitFor(async () => {
      const rows = await system.dataSource.query<{ pid: number }[]>(listeners);
      return rows[0]?.pid;
    });
    await system.dataSource.query('SELECT pg_terminate_backend($1)', [before]);
    await waitFor(async () => {
      const rows = await system.dataSource.query<{ pid: number }[]>(listeners);
      return rows.some(({ pid }) => pid !== before);
    });
    await system.publish('site-a');
    await system.waitForEffects(1, 5_000);
  });

  it('comes through after every database connection was cut during work', async () => {
    await system.relay();
    await system.consumer(({ n }) => upTo(n));
    await Promise.all(Array.from({ length: 40 }, (_, n) => system.publish(`site-${n % 10}`, n)));
    await system.dataSource.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    await system.publish('site-z', 40);
    await system.waitForEmptyOutbox();
    expect((await system.effects()).map(({ n }) => n).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 41 }, (_, n) => n),
    );
  });

  it('follows the one published before it in a transaction that is still open', async () => {
    await system.relay();
    await system.consumer();
    const options = { aggregateId: 'site-a', context: contextFor('site-a') };
    const open = Promise.withResolvers<undefined>();
    const published = Promise.withResolvers<undefined>();
    const first = system.dataSource.transaction(async (manager) => {
      await system.outbox.publish(manager, thingHappened, { n: 1 }, options);
      published.resolve(undefined);
      await open.promise;
    });
    await published.promise;
    const second = system.publish('site-a', 2);
    await waitFor(async () => {
      const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`;
      return (await system.dataSource.query<unknown[]>(waiting)).length > 0;
    });
    expect(await system.outboxCount()).toBe(0);
    open.resolve(undefined);
    await Promise.all([first, second]);
    await system.waitForEmptyOutbox();
    expect((await system.effects()).map(({ n }) => n)).toEqual([1, 2]);
  });

  it('survives a second delivery, also at the same moment, with one effect', async () => {
    const relay = await system.relay();
    await system.publish('site-a');
    await system.waitForJobs('waiting', 1);
    await relay.close();
    const [job] = await system.queue.getJobs(['waiting']);
    for (let copy = 0; copy < 5; copy += 1)
      await system.queue.add('thingHappened', job?.data, { jobId: `copy-${copy}` });
    await system.consumer();
    await system.waitForJobs('completed', 6);
    expect(await system.effects()).toHaveLength(1);
  });

  it('is carried by any number of relays with one effect each', async () => {
    await Promise.all([system.relay(), system.relay(), system.relay()]);
    await Promise.all([system.consumer(), system.consumer()]);
    await Promise.all(Array.from({ length: 300 }, (_, n) => system.publish(`site-${n % 100}`, n)));
    await system.waitForEmptyOutbox();
    const effects = await system.effects();
    expect(effects).toHaveLength(300);
    expect(new Set(effects.map((effect) => effect.event_id)).size).toBe(300);
  });
});
