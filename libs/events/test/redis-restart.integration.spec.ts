import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startProxy } from '@haru/testing';
import { retryFailedEvents } from '../src/index.js';
import { EventSystem, upTo } from './event-system.fixture.js';
import { thingHappened } from './thing-happened.fixture.js';

const NEVER = 600_000;

describe('with Redis stopping and restarting', () => {
  let system: EventSystem;
  beforeAll(async () => {
    system = await EventSystem.start();
  });
  afterEach(() => system.reset());
  afterAll(() => system.stop());

  const lane = [0, 1, 2, 3, 4];
  const publishLane = async (aggregate: string) => {
    for (const n of lane) await system.publish(aggregate, n);
  };
  const orderOf = async (aggregate: string) =>
    (await system.effects()).filter(({ aggregate_id }) => aggregate_id === aggregate).map(({ n }) => n);

  it('stopping ends without it', async () => {
    const relay = await system.relay();
    let running: () => void = () => undefined;
    const began = new Promise<void>((resolve) => (running = resolve));
    const consumer = await system.consumer(() => {
      running();
      return upTo(50);
    });
    await system.publish('site-a');
    await began;
    await system.redis.kill();
    await Promise.all([consumer.close(), relay.close()]);
    expect(await system.effects()).toHaveLength(1);
    await system.redis.start();
  });

  it('retrying failed events fails, and is not for the queue’s own log', async () => {
    const written = jest.spyOn(console, 'error');
    await system.redis.kill();
    await expect(retryFailedEvents('sites', [thingHappened], system.redis.url)).rejects.toThrow();
    await system.redis.start();
    expect(await retryFailedEvents('sites', [thingHappened], system.redis.url)).toBe(0);
    expect(written).not.toHaveBeenCalled();
  });

  it('the relay stops with a Redis that hangs', async () => {
    const relay = await system.relay();
    await publishLane('site-a');
    const { pid } = system.redis;
    if (pid === undefined) throw new Error('Redis does not run');
    process.kill(pid, 'SIGSTOP');
    try {
      await relay.close();
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('the relay and the workers go on by themselves within 5 s, and events keep following one another without a pause', async () => {
    // The check of queued rows is off: only the queue's own events can continue a lane.
    await system.relay({ recheckMs: NEVER });
    await system.consumer();
    await publishLane('before');
    await system.waitForEmptyOutbox();
    await system.redis.restart();
    await publishLane('restarted');
    await system.waitForEmptyOutbox(5_000);
    expect(await orderOf('restarted')).toEqual(lane);
    await system.flushRedis();
    await publishLane('emptied');
    await system.waitForEmptyOutbox(5_000);
    expect(await orderOf('emptied')).toEqual(lane);
  });

  it('relay and workers leave connections that went silent, and carry on within 10 s', async () => {
    const proxy = await startProxy(system.redis.port);
    const redisUrl = `redis://127.0.0.1:${proxy.port}`;
    await system.relay({ redisUrl, recheckMs: NEVER });
    await system.consumer(undefined, { redisUrl });
    await publishLane('before');
    await system.waitForEmptyOutbox();
    proxy.fallSilent();
    await publishLane('silent');
    proxy.recover();
    await system.waitForEmptyOutbox(10_000);
    expect(await orderOf('silent')).toEqual(lane);
    await system.reset();
    await proxy.stop();
  });

  it('nothing is lost or done twice under load, ended in good order or killed', async () => {
    const retry = { attempts: 50, firstDelayMs: 5 };
    await Promise.all([system.relay({ retry }), system.relay({ retry })]);
    await Promise.all([system.consumer(() => upTo(10)), system.consumer(() => upTo(10))]);
    const aggregates = Array.from({ length: 10 }, (_, index) => `site-${index}`);
    const published = Promise.all(
      aggregates.map(async (aggregate) => {
        for (let n = 0; n < 15; n += 1) {
          await system.publish(aggregate, n);
          await upTo(200);
        }
      }),
    );
    await system.waitForEffects(10);
    await system.redis.restart();
    await system.waitForEffects(40);
    await system.redis.kill();
    await system.redis.start();
    await published;
    await system.waitForEmptyOutbox(20_000);
    expect(await system.effects()).toHaveLength(150);
    for (const aggregate of aggregates) {
      expect(await orderOf(aggregate)).toEqual(Array.from({ length: 15 }, (_, n) => n));
    }
  });

  it('publishing works without it, and what was published follows later', async () => {
    await system.redis.kill();
    await system.relay();
    await publishLane('site-a');
    expect(await system.outboxCount()).toBe(5);
    await system.redis.start();
    await system.consumer();
    await system.waitForEmptyOutbox();
    expect(await orderOf('site-a')).toEqual(lane);
  });

  it('a server that forgot its scripts learns them again', async () => {
    await system.relay();
    await system.consumer();
    await publishLane('before');
    await system.waitForEmptyOutbox();
    const client = await system.queue.getBackend().client;
    await client.runCommand('script', ['flush']);
    await publishLane('after');
    await system.waitForEmptyOutbox(5_000);
    expect(await orderOf('after')).toEqual(lane);
  });
});
