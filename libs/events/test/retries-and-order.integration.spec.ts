import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@haru/testing';
import { retryFailedEvents } from '../src/index.js';
import { EventSystem, upTo } from './event-system.fixture.js';
import { thingHappened } from './thing-happened.fixture.js';

describe('a handler that fails', () => {
  let system: EventSystem;
  beforeAll(async () => {
    system = await EventSystem.start();
  });
  afterEach(() => system.reset());
  afterAll(() => system.stop());

  it('is tried again, each time after a longer pause, and leaves nothing of the failed tries', async () => {
    const tries: number[] = [];
    await system.relay({ retry: { attempts: 4, firstDelayMs: 200 } });
    await system.consumer(async (_, { manager }) => {
      tries.push(performance.now());
      await manager.query(`INSERT INTO effects (n) VALUES (-1)`);
      if (tries.length < 4) throw new Error('storage is unavailable');
    });
    await system.publish('site-a', 5);
    await system.waitForEmptyOutbox();
    expect((await system.effects()).map(({ n }) => n)).toEqual([-1, 5]);
    const pauses = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
    // A quarter of each pause is random.
    expect(pauses[0]).toBeGreaterThan(140);
    expect(pauses[1]).toBeGreaterThan(290);
    expect(pauses[2]).toBeGreaterThan(590);
  });

  it('ends in the failed set, its aggregate waits, others go on, and a retry sets everything going', async () => {
    let broken = true;
    await system.relay();
    await system.consumer(({ n }) => {
      if (broken && n === 1) throw new Error('storage is unavailable');
    });
    await system.publish('site-a', 1);
    await system.publish('site-a', 2);
    await system.publish('site-b', 3);
    await system.waitForJobs('failed', 1);
    await system.waitForEffects(1);
    expect((await system.effects()).map(({ n }) => n)).toEqual([3]);
    expect(system.log).toContainEqual(
      expect.objectContaining({
        level: 'error',
        fields: expect.objectContaining({ event: 'thingHappened', requestId: 'request-1', attempt: 3, attempts: 3 }),
      }),
    );
    const [failed] = await system.queue.getFailed();
    expect(failed?.failedReason).toBe('storage is unavailable');
    expect(failed?.attemptsMade).toBe(3);
    await waitFor(async () => (await system.outboxCount()) === 2, { what: 'the row of the one done to go' });

    broken = false;
    await failed?.retry();
    await system.waitForEmptyOutbox();
    expect((await system.effects()).map(({ n }) => n)).toEqual([3, 1, 2]);
  });

  it('gets all its tries again when its fault has passed, and only the events that are named do', async () => {
    let broken = true;
    let tries = 0;
    await system.relay({ retry: { attempts: 2, firstDelayMs: 1 } });
    await system.consumer(() => {
      tries += 1;
      if (broken || tries === 3) throw new Error('storage is unavailable');
    });
    await system.publish('site-a', 1);
    await system.waitForJobs('failed', 1);
    const retry = (events: (typeof thingHappened)[]) => retryFailedEvents('sites', events, system.redis.url);
    expect(await retry([])).toBe(0);
    broken = false;
    expect(await retry([thingHappened])).toBe(1);
    await system.waitForEmptyOutbox();
    expect(tries).toBe(4);
    expect(await retry([thingHappened])).toBe(0);
  });

  it('stays failed, and is not handed over again, however often the relay looks', async () => {
    let tries = 0;
    await system.relay({ pollMs: 30, recheckMs: 30, retry: { attempts: 1, firstDelayMs: 1 } });
    await system.consumer(() => {
      tries += 1;
      throw new Error('storage is unavailable');
    });
    await system.publish('site-a', 1);
    await system.waitForJobs('failed', 1);
    await system.publish('site-b', 2);
    await system.waitForJobs('failed', 2);
    await system.publish('site-c', 3);
    await system.waitForJobs('failed', 3);
    expect(tries).toBe(3);
    expect(await system.outboxCount()).toBe(3);
  });

  it('fails for good, too, when no worker of this version knows the event', async () => {
    await system.relay();
    await system.consumer();
    const context = { requestId: 'request-1', caller: { role: 'service_role' } };
    await system.queue.add('thingUnheardOf', { eventId: crypto.randomUUID(), aggregateId: 'a', payload: {}, context });
    await system.waitForJobs('failed', 1);
    const [failed] = await system.queue.getFailed();
    expect(failed?.failedReason).toBe(`thingUnheardOf has no worker in this version of 'sites'`);
  });
});

describe('events of one aggregate', () => {
  let system: EventSystem;
  beforeAll(async () => {
    system = await EventSystem.start();
  });
  afterEach(() => system.reset());
  afterAll(() => system.stop());

  it('keep their order over several relays and consumers, slow handlers and failures', async () => {
    const aggregates = Array.from({ length: 12 }, (_, index) => `site-${index}`);
    const atOnce = new Map<string, number>();
    let overlaps = 0;
    let maxConcurrency = 0;
    const before = async (_: unknown, { context }: { context: { traceparent?: string | undefined } }) => {
      const aggregate = context.traceparent ?? '';
      const inFlight = (atOnce.get(aggregate) ?? 0) + 1;
      atOnce.set(aggregate, inFlight);
      if (inFlight > 1) overlaps += 1;
      maxConcurrency = Math.max(
        maxConcurrency,
        [...atOnce.values()].reduce((sum, count) => sum + count, 0),
      );
      try {
        await upTo(15);
        if (Math.random() < 0.15) throw new Error('bad luck');
      } finally {
        atOnce.set(aggregate, inFlight - 1);
      }
    };
    const retry = { attempts: 20, firstDelayMs: 5 };
    await Promise.all([system.relay({ retry }), system.relay({ retry })]);
    await Promise.all([system.consumer(before), system.consumer(before)]);
    await Promise.all(
      aggregates.map(async (aggregate) => {
        for (let n = 0; n < 10; n += 1) await system.publish(aggregate, n);
      }),
    );
    await system.waitForEmptyOutbox(25_000);
    const effects = await system.effects();
    for (const aggregate of aggregates) {
      const order = effects.filter((effect) => effect.aggregate_id === aggregate).map(({ n }) => n);
      expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    }
    expect(overlaps).toBe(0);
    expect(maxConcurrency).toBeGreaterThan(4);
  });

  it('are only ever one at a time in the queue', async () => {
    await system.relay();
    for (let n = 0; n < 5; n += 1) await system.publish('site-a', n);
    await system.publish('site-b', 9);
    await system.waitForJobs('waiting', 2);
    await system.consumer();
    await system.waitForEmptyOutbox();
    const order = (await system.effects()).filter(({ aggregate_id }) => aggregate_id === 'site-a').map(({ n }) => n);
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('a backlog', () => {
  let system: EventSystem;
  beforeAll(async () => {
    system = await EventSystem.start();
  });
  afterEach(() => system.reset());
  afterAll(() => system.stop());

  it('waits in Postgres once the queue is long enough, and follows when the queue is shorter', async () => {
    await system.publish('site-a');
    await system.dataSource.query(
      `INSERT INTO outbox (event_id, consumer, name, aggregate_id, payload, context)
       SELECT gen_random_uuid(), consumer, name, 'site-' || i, payload, context FROM outbox, generate_series(1, 799) AS i`,
    );
    const looks = jest.spyOn(system.dataSource, 'query');
    await system.relay({ pollMs: 20, maxWaiting: 100 });
    // This is one batch.
    await system.waitForJobs('waiting', 500);
    const before = looks.mock.calls.length;
    await waitFor(() => looks.mock.calls.length > before + 5, { what: 'the relay to look again' });
    expect(await system.queue.getWaitingCount()).toBe(500);
    looks.mockRestore();

    // Another service's queue is short.
    await system.dataSource.query(
      `INSERT INTO outbox (event_id, consumer, name, aggregate_id, payload, context)
       SELECT event_id, 'feedback', name, aggregate_id, payload, context FROM outbox ORDER BY seq DESC LIMIT 1`,
    );
    const ofFeedback = `FROM outbox WHERE consumer = 'feedback'`;
    const handedOver = async () =>
      (await system.dataSource.query<object[]>(`SELECT 1 ${ofFeedback} AND handed_over_at IS NOT NULL`)).length === 1;
    await waitFor(handedOver, { what: 'the event of the other service to be handed over' });
    await system.dataSource.query(`DELETE ${ofFeedback}`);

    await system.consumer();
    await system.waitForEmptyOutbox();
    expect(await system.effects()).toHaveLength(800);
  });
});
