import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor, type TestProcess } from '@haru/testing';
import type { RequestClient } from '../src/index.js';
import { HEARD, testMessages, testNews } from './fixtures/messages.js';
import { context, Harness, outcomeOf } from './harness.js';

jest.setTimeout(90_000);

const IN_FLIGHT = 32;
const TIMEOUT_MS = 2_000;
/** Every call ends at its deadline, or later by a stall of the whole machine. */
const NO_HANG_MS = 4 * TIMEOUT_MS;

describe('under load', () => {
  let harness: Harness;
  let replicas: TestProcess[];
  let client: RequestClient;
  let outcomes: Record<string, number>;
  let loading: Promise<unknown>;
  let stopLoad: () => void;
  let longestMs: number;

  /** Makes calls without a pause until `stopLoad`, counting how they end. */
  function startLoad(): void {
    let stopped = false;
    outcomes = {};
    longestMs = 0;
    let n = 0;
    const worker = async (): Promise<void> => {
      while (!stopped) {
        const started = performance.now();
        const call = client.call(testMessages.work, { id: `request-${n++}` }, context, { timeoutMs: TIMEOUT_MS });
        const outcome = await outcomeOf(call);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        longestMs = Math.max(longestMs, performance.now() - started);
        // Refusals arrive without waiting: others need the event loop too.
        if (outcome !== 'answered') await new Promise((resolve) => setImmediate(resolve));
      }
    };
    loading = Promise.all(Array.from({ length: IN_FLIGHT }, worker));
    stopLoad = () => (stopped = true);
  }

  const answered = (): number => outcomes['answered'] ?? 0;

  /** Returns the milliseconds until calls are answered again. */
  async function recovery(): Promise<number> {
    const started = performance.now();
    const before = answered();
    await waitFor(() => answered() > before + 100, { what: 'calls to be answered again' });
    return performance.now() - started;
  }

  beforeEach(async () => {
    harness = await Harness.start();
    replicas = await Promise.all([harness.replica(), harness.replica()]);
    client = await harness.client();
    startLoad();
    await waitFor(() => answered() > 200, { what: 'the load to run' });
  });
  afterEach(async () => {
    stopLoad();
    await loading;
    await harness.end();
  });

  it('Redis is killed and started: errors without waiting, no hangs, and recovery within 5 s', async () => {
    await harness.redis.kill();
    await waitFor(() => (outcomes['SERVICE_UNAVAILABLE'] ?? 0) > 100, { what: 'callers to be refused' });
    expect(await outcomeOf(client.call(testMessages.echo, { text: '' }, context))).toBe('SERVICE_UNAVAILABLE');
    await harness.redis.start();

    expect(await recovery()).toBeLessThan(5_000);
    stopLoad();
    await loading;
    expect(
      Object.keys(outcomes).filter((code) => !['answered', 'SERVICE_UNAVAILABLE', 'SERVICE_TIMEOUT'].includes(code)),
    ).toEqual([]);
    expect(longestMs).toBeLessThan(NO_HANG_MS);
    expect(client.pending).toBe(0);
    // The same processes, and both of them, answer and receive. Each subscribes again over a connection of its own.
    const listeners = async (): Promise<unknown> => (await harness.look.pubsub('NUMSUB', testNews.pattern))[1];
    await waitFor(async () => (await listeners()) === replicas.length, { what: 'both to subscribe again' });
    await harness.look.del(HEARD);
    await client.broadcast(testNews, { text: 'back' });
    await waitFor(async () => (await harness.look.llen(HEARD)) === 2, { what: 'both to hear' });
    const pids = new Set<number>();
    await waitFor(async () => pids.add((await client.call(testMessages.work, { id: 'who' }, context)).pid).size === 2);
    expect([...pids].toSorted()).toEqual(replicas.map(({ pid }) => pid).toSorted());
  });

  it('Redis restarts in good order: all well within 5 s', async () => {
    await harness.redis.restart();
    expect(await recovery()).toBeLessThan(5_000);
  });

  it('Redis forgets everything: at most the waiting requests are lost', async () => {
    await harness.look.script('FLUSH');
    await harness.look.flushall();
    expect(await recovery()).toBeLessThan(5_000);
    stopLoad();
    await loading;
    expect(outcomes['SERVICE_TIMEOUT'] ?? 0).toBeLessThanOrEqual(IN_FLIGHT);
    expect(outcomes['SERVICE_UNAVAILABLE'] ?? 0).toBe(0);
  });

  it('Redis drops all connections, again and again: at most what was on its way is lost', async () => {
    for (let round = 0; round < 5; round++) {
      await harness.look.client('KILL', 'TYPE', round % 2 === 0 ? 'pubsub' : 'normal', 'SKIPME', 'yes');
      expect(await recovery()).toBeLessThan(5_000);
    }
    stopLoad();
    await loading;
    expect(longestMs).toBeLessThan(NO_HANG_MS);
    expect([...(await harness.executions()).values()].filter((count) => count > 1)).toEqual([]);
  });

  it('Redis hangs: callers get SERVICE_TIMEOUT at their deadlines', async () => {
    const { pid } = harness.redis;
    if (pid === undefined) throw new Error('Redis does not run');
    process.kill(pid, 'SIGSTOP');
    try {
      await waitFor(() => (outcomes['SERVICE_TIMEOUT'] ?? 0) >= IN_FLIGHT, { what: 'callers to be told' });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(await recovery()).toBeLessThan(5_000);
    expect(longestMs).toBeLessThan(NO_HANG_MS);
  });
});

describe('a process that starts while Redis is unavailable', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await Harness.start();
    await harness.redis.kill();
  });
  afterEach(() => harness.end());

  it('waits for it', async () => {
    const starting = Promise.all([harness.client(), harness.replica()]);
    await harness.redis.start();
    const [client] = await starting;
    expect(await client.call(testMessages.echo, { text: 'up' }, context)).toEqual({ text: 'up' });
  });

  it('is told so in the end, with the address', async () => {
    await expect(harness.client({ connectWithinMs: 300 })).rejects.toThrow(
      `no Redis at 127.0.0.1:${harness.redis.port} within 300 ms`,
    );
    await harness.redis.start();
  });
});
