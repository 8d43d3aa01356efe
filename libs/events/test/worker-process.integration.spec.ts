import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnTypeScript, type TestProcess } from '@haru/testing';
import { EventSystem } from './event-system.fixture.js';

describe('a worker process', () => {
  let system: EventSystem;
  let processes: TestProcess[] = [];
  beforeAll(async () => {
    system = await EventSystem.start();
  });
  afterEach(async () => {
    await Promise.all(processes.map((one) => one.stop()));
    processes = [];
    await system.reset();
  });
  afterAll(() => system.stop());

  const startWorker = async (handlerMs: number, lockMs = 15_000) => {
    const worker = spawnTypeScript(new URL('./consumer-process.fixture.ts', import.meta.url), {
      env: {
        DATABASE_URL: system.databaseUrl,
        REDIS_URL: system.redis.url,
        HANDLER_MS: String(handlerMs),
        LOCK_MS: String(lockMs),
      },
    });
    processes.push(worker);
    await worker.waitForLine(/^ready/, 20_000);
    return worker;
  };

  it('that is killed during an event leaves it to another, with one effect', async () => {
    const worker = await startWorker(60_000, 1_500);
    await system.publish('site-a', 1);
    await worker.waitForLine(/^began 1/);
    worker.kill('SIGKILL');
    await worker.exited;
    await startWorker(0, 1_500);
    await system.waitForEmptyOutbox(20_000);
    expect((await system.effects()).map(({ n }) => n)).toEqual([1]);
  });

  it('that is asked to stop finishes the event in flight', async () => {
    const worker = await startWorker(500);
    await system.publish('site-a', 1);
    await worker.waitForLine(/^began 1/);
    worker.kill('SIGTERM');
    expect(await worker.exited).toEqual({ code: 0, signal: null });
    expect(await system.effects()).toHaveLength(1);
    expect(await system.queue.getJobCountByTypes('completed')).toBe(1);
  });
});
