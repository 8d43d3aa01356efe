import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { EventSystem, upTo } from './event-system.fixture.js';

/** A handler waits at the gate until the test opens it. */
function gate() {
  const door = Promise.withResolvers<undefined>();
  const reached = Promise.withResolvers<undefined>();
  return {
    reached: reached.promise,
    open: () => door.resolve(undefined),
    pass: () => {
      reached.resolve(undefined);
      return door.promise;
    },
  };
}

describe('emptying Redis loses no event', () => {
  let system: EventSystem;
  beforeAll(async () => {
    system = await EventSystem.start();
  });
  afterEach(() => system.reset());
  afterAll(() => system.stop());

  const expectDoneOnce = async (ns: number[]) => {
    await system.waitForEmptyOutbox();
    expect((await system.effects()).map(({ n }) => n)).toEqual(ns);
  };

  it('between the commit and the hand-over', async () => {
    await system.publish('site-a', 1);
    await system.flushRedis();
    await system.relay();
    await system.consumer();
    await expectDoneOnce([1]);
  });

  it('while the job waits', async () => {
    await system.relay();
    await system.publish('site-a', 1);
    await system.publish('site-a', 2);
    await system.waitForJobs('waiting', 1);
    await system.flushRedis();
    await system.waitForJobs('waiting', 1);
    await system.consumer();
    await expectDoneOnce([1, 2]);
  });

  it('while the handler runs, which then finishes', async () => {
    const door = gate();
    await system.relay();
    await system.consumer(({ n }) => (n === 1 ? door.pass() : undefined));
    await system.publish('site-a', 1);
    await system.publish('site-a', 2);
    await door.reached;
    await system.flushRedis();
    // The repeated job waits at the inbox until the first run ends.
    await system.waitForJobs('active', 1);
    door.open();
    await expectDoneOnce([1, 2]);
    expect(system.log.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('while the handler runs, which then fails', async () => {
    const door = gate();
    let runs = 0;
    await system.relay();
    await system.consumer(async () => {
      runs += 1;
      if (runs > 1) return;
      await door.pass();
      throw new Error('bad luck');
    });
    await system.publish('site-a', 1);
    await door.reached;
    await system.flushRedis();
    await system.waitForJobs('active', 1);
    door.open();
    await expectDoneOnce([1]);
  });

  it('while the job waits for another try', async () => {
    let runs = 0;
    await system.relay({ retry: { attempts: 3, firstDelayMs: 60_000 } });
    await system.consumer(() => {
      runs += 1;
      if (runs === 1) throw new Error('bad luck');
    });
    await system.publish('site-a', 1);
    await system.waitForJobs('delayed', 1);
    await system.flushRedis();
    await expectDoneOnce([1]);
    expect(runs).toBe(2);
  });

  it('after the effect, before the row is gone', async () => {
    const relay = await system.relay();
    await system.publish('site-a', 1);
    await system.publish('site-a', 2);
    await system.waitForJobs('waiting', 1);
    await relay.close();
    await system.consumer();
    await system.waitForJobs('completed', 1);
    await system.flushRedis();
    expect(await system.outboxCount()).toBe(2);
    await system.relay();
    await expectDoneOnce([1, 2]);
  });

  it('when the job has failed for good: it gets another chance', async () => {
    let runs = 0;
    await system.relay({ retry: { attempts: 1, firstDelayMs: 1 } });
    await system.consumer(() => {
      runs += 1;
      if (runs === 1) throw new Error('bad luck');
    });
    await system.publish('site-a', 1);
    await system.waitForJobs('failed', 1);
    await system.flushRedis();
    await expectDoneOnce([1]);
  });

  it('again and again under load, at whatever point', async () => {
    const retry = { attempts: 50, firstDelayMs: 5 };
    await Promise.all([system.relay({ retry, pollMs: 50 }), system.relay({ retry, pollMs: 50 })]);
    const before = async () => {
      await upTo(10);
      if (Math.random() < 0.1) throw new Error('bad luck');
    };
    await Promise.all([system.consumer(before), system.consumer(before)]);
    const aggregates = Array.from({ length: 20 }, (_, index) => `site-${index}`);
    let publishing = true;
    const published = Promise.all(
      aggregates.map(async (aggregate) => {
        for (let n = 0; n < 15; n += 1) {
          await system.publish(aggregate, n);
          await upTo(100);
        }
      }),
    ).finally(() => (publishing = false));
    while (publishing) {
      await upTo(60);
      await system.flushRedis();
    }
    await published;
    await system.waitForEmptyOutbox(20_000);
    const effects = await system.effects();
    expect(effects).toHaveLength(300);
    for (const aggregate of aggregates) {
      const order = effects.filter((effect) => effect.aggregate_id === aggregate).map(({ n }) => n);
      expect(order).toEqual(Array.from({ length: 15 }, (_, n) => n));
    }
  });
});
