import { createLogger } from '@haru/service-runtime';
import { startRedis, type TestRedis, waitFor } from '@haru/testing';
import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { Queue } from 'bullmq';
import type { KeepHouse } from '../src/lifetime/keep-house.js';
import { housekeeping, Schedule } from '../src/lifetime/schedule.js';

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

const done = jest.fn<(now: Date) => Promise<void>>().mockResolvedValue(undefined);
const house = { sweepSites: done, purge: done, reconcile: done } as unknown as KeepHouse;
const logger = createLogger('schedule-test', 'silent');
beforeEach(() => void done.mockClear());

it('does each job once per tick, however many replicas set the schedule', async () => {
  const replicas = [0, 1, 2].map(() => new Schedule(house, redis.url, logger));
  await Promise.all(replicas.map((replica) => replica.start()));
  const queue = new Queue('sites-housekeeping', { connection: { url: redis.url } });
  try {
    const names = (await queue.getJobSchedulers()).map(({ key }) => key);
    expect(names.toSorted()).toEqual(Object.keys(housekeeping).toSorted());
    await waitFor(() => done.mock.calls.length >= names.length, { timeoutMs: 10_000, what: 'the first tick' });
    // What comes next is one job of each name, not one of each replica.
    expect((await queue.getDelayed()).length).toBeLessThanOrEqual(names.length);
  } finally {
    await Promise.all(replicas.map((replica) => replica.close()));
    await queue.close();
  }
});

it('stops with Redis away, also when the schedule is being looked at', async () => {
  const schedule = new Schedule(house, redis.url, logger, housekeeping, 50);
  await schedule.start();
  await redis.kill();
  const look = jest.spyOn(Queue.prototype, 'getJobScheduler');
  await waitFor(() => look.mock.calls.length > 1, { what: 'looks at the schedule without Redis' });
  await schedule.close();
  await redis.start();
});
