import { randomUUID } from 'node:crypto';
import { startRedis, type TestRedis, waitFor } from '@haru/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import { MailQueue, MailWorker, type SendMail } from '../src/index.js';

/** The database has this one mail, and its queue does not. */
const mail = { id: randomUUID(), created_at: new Date() };

let redis: TestRedis;
let queue: MailQueue;
let worker: MailWorker;
let send: jest.Mock<SendMail['send']>;

beforeAll(async () => {
  Logger.overrideLogger(false);
  redis = await startRedis();
});
beforeEach(async () => {
  send = jest.fn<SendMail['send']>().mockResolvedValue(undefined);
  // It returns page by page, each after the last row of the one before.
  const query = (_: string, [, , afterId]: [number, Date, string]) =>
    Promise.resolve(afterId === mail.id ? [] : [mail]);
  const settings = { queue: 'mails-of-tests', redisUrl: redis.url, restoreEveryMs: 50 };
  queue = new MailQueue(settings);
  worker = new MailWorker(queue, { send } as unknown as SendMail, { query } as unknown as DataSource, settings);
  await worker.start();
});
afterEach(() => worker.close().then(() => queue.onApplicationShutdown()));
afterAll(() => redis.stop());

it('sends a mail that was not on its queue, once however often it looks', async () => {
  const look = jest.spyOn(queue, 'restore');
  await waitFor(() => send.mock.calls.length > 0 && look.mock.calls.length > 5, { what: 'the mail, and more looks' });
  expect(send.mock.calls.map(([id]) => id)).toEqual([mail.id]);
});

it('stops while Redis is unavailable, also while it looks for what is missing', async () => {
  await redis.kill();
  const look = jest.spyOn(queue, 'restore');
  await waitFor(() => look.mock.calls.length > 0, { what: 'a look without Redis' });
  await worker.close();
  await queue.onApplicationShutdown();
  await redis.start();
});

it('looks for missing mails at a cost for each that does not grow with those that wait', async () => {
  await worker.close();
  const other = new Queue('another', { connection: { url: redis.url } });
  const { client } = other.getBackend();
  const rows = Array.from({ length: 500 }, () => ({ id: randomUUID(), created_at: new Date() }));
  const query = (_: string, [, , afterId]: [number, Date, string]) =>
    Promise.resolve(afterId === rows.at(-1)?.id ? [] : rows);
  const cpuSeconds = async () => Number(/used_cpu_user:(\S+)/.exec(await (await client).info())?.[1]);
  /** Redis needs so many seconds of processor time for it. */
  const costOfLook = async () => {
    const before = await cpuSeconds();
    for (let time = 0; time < 5; time++) expect(await queue.restore({ query } as unknown as DataSource, 0)).toBe(0);
    return (await cpuSeconds()) - before;
  };
  await queue.add(rows.map(({ id }) => id));
  const cost = await costOfLook();
  await queue.add(Array.from({ length: 5_000 }, () => randomUUID()));
  const costWithMore = await costOfLook();
  await other.close();
  expect(costWithMore).toBeLessThan(4 * cost + 0.02);
});
