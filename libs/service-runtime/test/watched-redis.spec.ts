import { startProxy, startRedis, waitFor, type TestProxy, type TestRedis } from '@haru/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isRedisUnavailable, openRedis, WatchedRedis } from '../src/index.js';

let server: TestRedis;
let proxy: TestProxy;
const opened: WatchedRedis[] = [];
beforeAll(async () => {
  server = await startRedis();
});
afterAll(() => server.stop());
beforeEach(async () => {
  proxy = await startProxy(server.port);
});
afterEach(async () => {
  for (const redis of opened.splice(0)) redis.disconnect();
  await proxy.stop();
});

const lines: string[] = [];
const note = (line: string): void => void lines.push(line);

function open(options = {}): WatchedRedis {
  const url = `redis://127.0.0.1:${proxy.port}`;
  const redis = openRedis(url, 'test', { log: note, warn: note }, { beatMs: 50, ...options });
  opened.push(redis);
  return redis;
}

const untilReady = (redis: WatchedRedis) => waitFor(() => redis.status === 'ready', { what: 'a connection' });

it('a Redis that has no memory left counts as unavailable', async () => {
  const redis = open();
  await untilReady(redis);
  await redis.config('SET', 'maxmemory', '1');
  const failure = await redis.set('x', 'y').catch((error: unknown) => error);
  await redis.config('SET', 'maxmemory', '0');
  expect(isRedisUnavailable(failure)).toBe(true);
});

describe('a connection to a Redis that falls silent', () => {
  it('is dropped, its commands fail, and another is made; the log says so once each', async () => {
    const redis = open();
    await untilReady(redis);
    proxy.fallSilent();
    const failure = await redis.get('x').catch((error: unknown) => error);
    expect(isRedisUnavailable(failure)).toBe(true);
    await waitFor(() => redis.status !== 'ready');
    proxy.recover();
    await untilReady(redis);
    expect(await redis.get('x')).toBeNull();
    expect(lines.map((line) => line.replace(/ \(.*/, ''))).toEqual([
      'test: no connection to Redis',
      'test: connected to Redis again',
    ]);
  });

  it('is dropped where nothing is asked of it', async () => {
    const redis = open();
    await untilReady(redis);
    proxy.fallSilent();
    await waitFor(() => redis.status !== 'ready', { what: 'the connection to be dropped' });
  });

  it('is not waited for in its handshake', async () => {
    proxy.fallSilent();
    const redis = open();
    await waitFor(() => proxy.open > 0, { what: 'a connection that gets no answer' });
    proxy.recover();
    await untilReady(redis);
  });

  it('is dropped while a command of it blocks, once that has had its time', async () => {
    const redis = open();
    await untilReady(redis);
    const popped = redis.blpop('list', 0.2).catch((error: unknown) => error);
    await waitFor(async () => String(await clientList()).includes('cmd=blpop'), { what: 'the command to block' });
    proxy.fallSilent();
    expect(isRedisUnavailable(await popped)).toBe(true);
  });

  it('has duplicates of the same kind', async () => {
    const redis = open().duplicate();
    opened.push(redis);
    await untilReady(redis);
    proxy.fallSilent();
    await waitFor(() => redis.status !== 'ready', { what: 'the connection to be dropped' });
  });
});

async function clientList(): Promise<unknown> {
  const look = new WatchedRedis(server.url);
  opened.push(look);
  return look.client('LIST');
}

it('a healthy connection may block for longer than many beats', async () => {
  const redis = open();
  await untilReady(redis);
  expect(await redis.blpop('list', 1)).toBeNull();
});
