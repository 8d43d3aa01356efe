import { openRedis } from '@haru/service-runtime';
import { startRedisPair, waitFor, type WatchedRedisPair } from '@haru/testing';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Queue, Worker } from 'bullmq';
import { askingConnection, waitingConnection } from '../src/index.js';

const silent = { warn: () => undefined, log: () => undefined };

let pair: WatchedRedisPair;
beforeEach(async () => {
  pair = await startRedisPair();
}, 60_000);
afterEach(() => pair.stop());

it('connections, queues and workers go on with the replica when Sentinels make it the primary', async () => {
  const done: string[] = [];
  const redis = openRedis(pair.url, 'failover-test', silent);
  const queue = new Queue<object, void, string>('failover', { connection: askingConnection(pair.url) });
  const worker = new Worker<object, void, string>('failover', async ({ name }) => void done.push(name), {
    connection: waitingConnection(pair.url),
    runRetryDelay: 100,
  });
  // Each failed attempt to reconnect is reported; only the success of the last one matters.
  redis.on('error', () => undefined);
  queue.on('error', () => undefined);
  worker.on('error', () => undefined);
  try {
    await worker.waitUntilReady();
    await queue.add('before', {});
    await waitFor(() => done.includes('before'), { what: 'the first job' });
    await pair.primary.kill();
    await waitFor(async () => (await redis.set('written', 'after')) === 'OK', { what: 'a write', timeoutMs: 10_000 });
    expect(await redis.info('replication')).toContain('role:master');
    await waitFor(async () => (await queue.add('after', {})).id !== undefined, { what: 'a job', timeoutMs: 10_000 });
    await waitFor(() => done.includes('after'), { what: 'the job to be done', timeoutMs: 10_000 });
  } finally {
    redis.disconnect();
    await Promise.all([worker.close(true), queue.close()]);
  }
}, 60_000);
