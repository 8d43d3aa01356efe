import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { createTestDatabase, isRunning, spawnTypeScript, startRedis, waitFor } from './index.js';

describe('the test kit', () => {
  it('gives each test a database of its own', async () => {
    const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const client = new Client({ connectionString: one.url });
    await client.connect();
    await client.query('CREATE TABLE t (id int)');
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
    expect(rows[0]?.server_version).toMatch(/^18/);
    await client.end();
    expect(other.url).not.toBe(one.url);
    await Promise.all([one.drop(), other.drop()]);
  });

  it('runs a Redis that keeps its data over a restart and comes back after SIGKILL', async () => {
    const server = await startRedis();
    const redis = new Redis(server.url, { lazyConnect: true });
    redis.on('error', () => undefined);
    await redis.set('key', 'value');
    await server.restart();
    expect(await redis.get('key')).toBe('value');
    const killed = server.pid ?? 0;
    await server.kill();
    expect(isRunning(killed)).toBe(false);
    await server.start();
    expect(await redis.config('GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
    redis.disconnect();
    await server.stop();
  });

  it('runs TypeScript as a process, reads its lines and ends it', async () => {
    const child = spawnTypeScript(new URL('../test/greeter.fixture.ts', import.meta.url), {
      env: { GREETING: 'やあ' },
    });
    expect(await child.waitForLine(/やあ/)).toBe('やあ, 1 argument(s) short');
    await child.waitUntilReady();
    expect(await child.stop()).toEqual({ code: 7, signal: null });
    expect(child.messages).toEqual(['ready']);
  });

  it('says what a process wrote when the awaited line never comes', async () => {
    const child = spawnTypeScript(new URL('../test/greeter.fixture.ts', import.meta.url), { args: ['and go'] });
    await expect(child.waitForLine(/never/)).rejects.toThrow(/ended .* before a line like \/never\/:[^]*hello/);
    expect(await child.exited).toEqual({ code: 3, signal: null });
  });

  it('leaves no process and no folder behind when the one who started them is killed', async () => {
    const owner = spawnTypeScript(new URL('../test/owner.fixture.ts', import.meta.url));
    const line = await owner.waitForLine(/^\{/);
    const { redis, directory } = JSON.parse(line) as { redis: number; directory: string };
    expect(existsSync(directory)).toBe(true);
    owner.kill('SIGKILL');
    await waitFor(() => !existsSync(directory), { what: 'the folder to go' });
    expect(isRunning(redis)).toBe(false);
  });

  it('names what it waited for', async () => {
    await expect(waitFor(() => false, { timeoutMs: 30, what: 'the moon' })).rejects.toThrow(
      'waited 30 ms for the moon',
    );
  });
});
