import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { startRedis, type TestRedis, waitFor } from '@haru/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { Queue, Worker } from 'bullmq';
import { ScheduledJobs } from '../src/index.js';

let redis: TestRedis;
let queue: Queue;
let now: number;
let replicas: JobsOfTheTest[];
const warnings: string[] = [];
const ignore = () => undefined;
const logger = { debug: ignore, info: ignore, warn: (_: object, text: string) => warnings.push(text), error: ignore };

interface Schedule {
  everyMs: number;
  sliceMs?: number;
  run: (stop: AbortSignal) => Promise<object>;
}

class JobsOfTheTest extends ScheduledJobs {
  constructor(jobs: Record<string, Schedule>, lock: { lockMs?: number } = {}) {
    const options = { queue: 'test-schedule', redisUrl: redis.url, logger, clock: () => now };
    super({
      ...options,
      ...lock,
      jobs: Object.entries(jobs).map(([name, job]) => ({ name, sliceMs: 60_000, ...job })),
    });
  }
}

/** A lock has to outlive the pauses of a busy machine: another replica runs the job again once it has ended. */
async function startReplica(jobs: Record<string, Schedule>, lock?: { lockMs: number }): Promise<JobsOfTheTest> {
  const replica = new JobsOfTheTest(jobs, lock);
  replicas.push(replica);
  await replica.start();
  return replica;
}

beforeAll(async () => {
  redis = await startRedis();
  queue = new Queue('test-schedule', { connection: { url: redis.url, retryStrategy: () => 100 } });
  queue.on('error', ignore);
});
afterAll(async () => {
  await queue.close();
  await redis.stop();
});
beforeEach(() => {
  now = 1_000_000;
  replicas = [];
  warnings.length = 0;
});
afterEach(async () => {
  await Promise.all(replicas.map((replica) => replica.close()));
  await queue.obliterate({ force: true });
});

it('runs each job once per period, however many replicas tick', async () => {
  const runs = { quick: 0, slow: 0 };
  const count = (name: keyof typeof runs) => async () => ({ runs: ++runs[name] });
  const jobs = { quick: { everyMs: 1_000, run: count('quick') }, slow: { everyMs: 10_000, run: count('slow') } };
  await Promise.all([startReplica(jobs), startReplica(jobs), startReplica(jobs)]);
  for (let second = 1; second <= 10; second += 1) {
    await waitFor(async () => runs.quick === second && (await queue.getCompletedCount()) === second + runs.slow, {
      what: 'the jobs of this second',
    });
    now += second < 10 ? 1_000 : 0;
    await Promise.all(replicas.map((replica) => replica.tick()));
  }
  // Its second period begins within these seconds.
  expect(runs).toEqual({ quick: 10, slow: 2 });
  expect(await queue.getJobCounts('waiting', 'active', 'delayed', 'failed')).toEqual({
    waiting: 0,
    active: 0,
    delayed: 0,
    failed: 0,
  });
});

it('has one run of a job active, however many of its periods begin meanwhile, and others run on time', async () => {
  const [begun, end] = [{ long: 0, short: 0 }, Promise.withResolvers<void>()];
  const jobs = {
    long: { everyMs: 1_000, run: async () => (begun.long++, await end.promise, {}) },
    short: { everyMs: 1_000, run: async () => ({ runs: ++begun.short }) },
  };
  await Promise.all([startReplica(jobs), startReplica(jobs)]);
  for (let period = 2; period <= 5; period += 1) {
    // A run that has not ended takes the place of the next one.
    await waitFor(async () => (await queue.getActiveCount()) === 1 && begun.short === period - 1, { what: 'its end' });
    now += 1_000;
    await Promise.all(replicas.map((replica) => replica.tick()));
    await waitFor(() => begun.short === period, { what: 'the other job’s run' });
  }
  expect(begun.long).toBe(1);
  await waitFor(async () => (await queue.getActiveCount()) === 1, { what: 'only the long run to be active' });
  end.resolve();
  await waitFor(async () => (await queue.getActiveCount()) === 0, { what: 'the end of the run' });
  now += 1_000;
  await Promise.all(replicas.map((replica) => replica.tick()));
  await waitFor(() => begun.long === 2, { what: 'the run of the next period' });
});

it('stops a run that has used its slice, which the next one continues, while others run on time', async () => {
  const [pages, done, sweeps] = [30, new Set<number>(), [0]];
  let runs = 0;
  const check = async (stop: AbortSignal) => {
    runs += 1;
    for (let page = done.size; page < pages && !stop.aborted; page += 1) {
      await delay(10);
      done.add(page);
    }
    return {};
  };
  const jobs = {
    check: { everyMs: 1_000, sliceMs: 100, run: check },
    sweep: { everyMs: 1_000, run: async () => ({ sweeps: sweeps.push(runs) }) },
  };
  await Promise.all([startReplica(jobs), startReplica(jobs)]);
  while (done.size < pages) {
    const before = sweeps.length;
    now += 1_000;
    await Promise.all(replicas.map((replica) => replica.tick()));
    await waitFor(() => sweeps.length > before, { what: 'the sweep of this period' });
    await waitFor(async () => (await queue.getActiveCount()) === 0, { what: 'the end of the slice' });
  }
  expect(runs).toBeGreaterThanOrEqual(3);
  expect(done.size).toBe(pages);
});

it('runs a job again whose process was killed, and its later periods', async () => {
  // It takes the job like a process that is then killed: it neither ends the job nor renews its lock.
  const killed = new Worker(queue.name, null, { connection: { url: redis.url }, lockDuration: 600 });
  await queue.add('job', {}, { jobId: 'job-15', deduplication: { id: 'job' }, removeOnComplete: { age: 600 } });
  expect((await killed.getNextJob('token'))?.id).toBe('job-15');
  let runs = 0;
  const job = { everyMs: 60_000, run: async () => ({ runs: ++runs }) };
  const replica = await startReplica({ job }, { lockMs: 3_000 });
  expect(await queue.getJobCounts('waiting', 'active')).toEqual({ waiting: 0, active: 1 });
  await waitFor(() => runs === 1, { what: 'the run that was interrupted' });
  await waitFor(async () => (await queue.getActiveCount()) === 0, { what: 'its end' });
  now += 60_000;
  await replica.tick();
  await waitFor(() => runs === 2, { what: 'the run of the next period' });
  await killed.close();
});

it('asks a run to stop whose lock was lost, as another process may have it', async () => {
  let stopped = 0;
  const run = async (signal: AbortSignal) => {
    if (stopped === 0) await once(signal, 'abort');
    return { stopped: ++stopped };
  };
  await startReplica({ job: { everyMs: 60_000, run } }, { lockMs: 3_000 });
  await waitFor(async () => (await queue.getActiveCount()) === 1, { what: 'the run' });
  const [job] = await queue.getActive();
  await (await queue.getBackend().client).del(queue.toKey(`${job?.id}:lock`));
  await waitFor(() => stopped > 0, { what: 'the run to be asked' });
});

it('ticks by itself in a module that imports the schedule module', async () => {
  let runs = 0;
  const provider = { provide: JobsOfTheTest, useFactory: () => new JobsOfTheTest(jobs) };
  const jobs = { job: { everyMs: 60_000, run: async () => ({ runs: ++runs }) } };
  @Module({ imports: [ScheduleModule.forRoot()], providers: [provider] })
  class WorkerOfTheTest {}
  const app = await NestFactory.createApplicationContext(WorkerOfTheTest, { logger: false });
  const replica = app.get(JobsOfTheTest);
  replicas.push(replica);
  await replica.start();
  await waitFor(() => runs === 1, { what: 'the first run' });
  now += 60_000;
  await waitFor(() => runs === 2, { what: 'the run of the next period' });
  await app.close();
});

it('tries a failed run again', async () => {
  let runs = 0;
  const run = async () => {
    runs += 1;
    if (runs === 1) throw new Error('the database is unavailable');
    return {};
  };
  await startReplica({ job: { everyMs: 60_000, run } });
  await waitFor(() => runs === 2, { what: 'the second try' });
});

it('asks a running job to stop and waits for it', async () => {
  let state = 'waiting';
  const run = async (signal: AbortSignal) => {
    state = 'running';
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    state = 'stopped';
    return {};
  };
  const replica = await startReplica({ job: { everyMs: 60_000, run } });
  await waitFor(() => state === 'running', { what: 'the run' });
  await replica.close();
  replicas = [];
  expect(state).toBe('stopped');
});

it('adds what it could not add once Redis is back, warns once, and closes while Redis is unavailable', async () => {
  let runs = 0;
  const replica = await startReplica({ job: { everyMs: 60_000, run: async () => ({ runs: ++runs }) } });
  await waitFor(() => runs === 1, { what: 'the first run' });
  await redis.kill();
  now += 60_000;
  await waitFor(async () => replica.tick().then(() => warnings.length > 0), { what: 'a warning' });
  await replica.tick();
  expect(warnings.filter((text) => text.startsWith('scheduled jobs cannot be added'))).toHaveLength(1);
  await redis.start();
  await waitFor(async () => replica.tick().then(() => runs === 2), { what: 'the run of this period' });
  await redis.kill();
  await replica.close();
  replicas = [];
  await redis.start();
});

it('closes although Redis is lost while the end of a job is written to it', async () => {
  const started = Promise.withResolvers<void>();
  const run = async (signal: AbortSignal) => {
    started.resolve();
    await once(signal, 'abort');
    return {};
  };
  const replica = await startReplica({ job: { everyMs: 60_000, run } });
  await started.promise;
  if (redis.pid !== undefined) process.kill(redis.pid, 'SIGSTOP');
  const closing = replica.close();
  await redis.kill();
  await closing;
  replicas = [];
  await redis.start();
});
