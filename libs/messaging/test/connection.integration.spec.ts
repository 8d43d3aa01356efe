import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startRedis, waitFor, type TestRedis } from '@haru/testing';
import type { Redis } from 'ioredis';
import { openConnection, waitUntilConnected } from '../src/connection.js';

jest.setTimeout(30_000);

describe('a connection to a Redis that falls silent', () => {
  let server: TestRedis;
  let redis: Redis;
  let lines: string[];
  beforeEach(async () => {
    server = await startRedis();
    lines = [];
    const note = (line: unknown): void => void lines.push(String(line));
    redis = openConnection(server.url, 'test', { log: note, warn: note }, 50);
    await waitUntilConnected(redis, 5_000);
  });
  afterEach(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('is made anew, and says once that it was lost and once that it is back', async () => {
    const { pid } = server;
    if (pid === undefined) throw new Error('Redis does not run');
    process.kill(pid, 'SIGSTOP');
    const command = redis.get('never answered');
    await expect(command).rejects.toThrow();
    process.kill(pid, 'SIGCONT');
    await waitFor(() => redis.status === 'ready');
    expect(await redis.get('answered')).toBeNull();
    expect(lines.map((line) => line.replace(/ \(.*/, ''))).toEqual([
      'test: no connection to Redis',
      'test: connected to Redis again',
    ]);
  });

  it('fails a command at once while there is none', async () => {
    await server.kill();
    await waitFor(() => redis.status !== 'ready');
    await expect(redis.get('x')).rejects.toThrow();
    await server.start();
    await waitUntilConnected(redis, 5_000);
    expect(await redis.get('x')).toBeNull();
  });
});
