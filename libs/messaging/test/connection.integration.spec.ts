import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { startRedis, waitFor, type TestRedis } from '@haru/testing';
import type { Redis } from 'ioredis';
import { openConnection, waitUntilConnected } from '../src/wire/connection.js';

jest.setTimeout(30_000);

let server: TestRedis;
let redis: Redis;
beforeEach(async () => {
  server = await startRedis();
  redis = openConnection(server.url, 'test', { log: () => undefined, warn: () => undefined });
  await waitUntilConnected(redis, 5_000);
});
afterEach(async () => {
  redis.disconnect();
  await server.stop();
});

it('fails a command immediately while there is no Redis', async () => {
  await server.kill();
  await waitFor(() => redis.status !== 'ready');
  await expect(redis.get('x')).rejects.toThrow();
  await server.start();
  await waitUntilConnected(redis, 5_000);
  expect(await redis.get('x')).toBeNull();
});
