import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { isRedisUnavailable } from '@haru/service-runtime';
import { startProxy, startRedis, type TestProxy, type TestRedis, waitFor } from '@haru/testing';
import { Redis } from 'ioredis';
import { Counters } from '../src/mail/requests/counters.js';

let redis: TestRedis;
let proxy: TestProxy;
let counters: Counters;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());
beforeEach(async () => {
  proxy = await startProxy(redis.port);
  counters = new Counters(`redis://127.0.0.1:${proxy.port}`, 1);
});
afterEach(async () => {
  counters.onApplicationShutdown();
  await proxy.stop();
});

it('a Redis that does not answer delays a request by at most 2 s, and later counts again', async () => {
  const counter = counters.counter({ name: 'test', points: 100, seconds: 60 });
  expect(await counter.take('key')).toBeUndefined();
  proxy.fallSilent();
  const asked = performance.now();
  const failure = await counter.take('key').catch((error: unknown) => error);
  expect(isRedisUnavailable(failure)).toBe(true);
  expect(performance.now() - asked).toBeLessThan(5_000);
  proxy.recover();
  await waitFor(async () => (await counter.take('key').catch(() => 'unavailable')) === undefined, { what: 'a count' });
});

it('a Redis that has no memory left counts as unavailable', async () => {
  const commands = new Redis(redis.url);
  await commands.config('SET', 'maxmemory', '1');
  const counter = counters.counter({ name: 'full', points: 100, seconds: 60 });
  const failure = await counter.take('key').catch((error: unknown) => error);
  await commands.config('SET', 'maxmemory', '0');
  commands.disconnect();
  expect(isRedisUnavailable(failure)).toBe(true);
});
