import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { TestProcess } from '@haru/testing';
import { waitFor } from '@haru/testing';
import type { RequestClient } from '../src/index.js';
import { testMessages } from './fixtures/messages.js';
import { context, Harness, load, outcomeOf } from './harness.js';

jest.setTimeout(90_000);

const TOTAL = 3_000;
const IN_FLIGHT = 32;
/** An idle replica repeatedly waits 5 s for requests. */
const IDLE_WAIT_MS = 4_500;

/** Runs the load, calls `disturb` during it, continues at least until that is over, and returns how each request ended. */
async function loadWith(
  client: RequestClient,
  disturb: () => Promise<void>,
  timeoutMs = 30_000,
): Promise<Map<string, string>> {
  const outcomes = new Map<string, string>();
  let disturbing: Promise<void> | undefined;
  let over = false;
  const more = (n: number): boolean => n < TOTAL || !over;
  await load(more, IN_FLIGHT, async (n) => {
    if (n === TOTAL / 3) disturbing = disturb().finally(() => (over = true));
    const id = `request-${n}`;
    outcomes.set(id, await outcomeOf(client.call(testMessages.work, { id, ms: n % 8 }, context, { timeoutMs })));
  });
  await disturbing;
  return outcomes;
}

describe('of three replicas under load', () => {
  let harness: Harness;
  let replicas: [TestProcess, TestProcess, TestProcess];
  let client: RequestClient;
  beforeEach(async () => {
    harness = await Harness.start();
    replicas = await Promise.all([harness.replica(), harness.replica(), harness.replica()]);
    client = await harness.client();
  });
  afterEach(() => harness.end());

  it('one gets SIGTERM: every request is executed once and answered', async () => {
    const outcomes = await loadWith(client, async () => {
      replicas[0].kill('SIGTERM');
      expect(await replicas[0].exited).toEqual({ code: 0, signal: null });
    });

    expect([...outcomes.values()].filter((outcome) => outcome !== 'answered')).toEqual([]);
    const executions = await harness.executions();
    expect(executions.size).toBe(outcomes.size);
    expect([...executions.values()].filter((count) => count !== 1)).toEqual([]);
    // It executed requests before it ended.
    expect((await harness.executionsByProcess()).get(String(replicas[0].pid))).toBeGreaterThan(0);
  });

  it('each is replaced in turn: every request is executed once and answered', async () => {
    const outcomes = await loadWith(client, async () => {
      for (const replica of replicas) {
        await harness.replica();
        replica.kill('SIGTERM');
        await replica.exited;
      }
    });
    expect([...outcomes.values()].filter((outcome) => outcome !== 'answered')).toEqual([]);
    const executions = await harness.executions();
    expect(executions.size).toBe(outcomes.size);
    expect([...executions.values()].filter((count) => count !== 1)).toEqual([]);
  });

  it('one gets SIGKILL: what was answered was executed once, and what it held ends in SERVICE_TIMEOUT', async () => {
    const killOne = async () => {
      replicas[0].kill('SIGKILL');
      await replicas[0].exited;
    };
    const outcomes = await loadWith(client, killOne, 3_000);

    const unanswered = [...outcomes].filter(([, outcome]) => outcome !== 'answered');
    expect(unanswered.filter(([, outcome]) => outcome !== 'SERVICE_TIMEOUT')).toEqual([]);
    expect(unanswered.length).toBeLessThanOrEqual(IN_FLIGHT);
    const executions = await harness.executions();
    expect([...executions.values()].filter((count) => count !== 1)).toEqual([]);
    const answered = [...outcomes].filter(([, outcome]) => outcome === 'answered').map(([id]) => id);
    expect(answered.filter((id) => !executions.has(id))).toEqual([]);
  });
});

it('of two replicas one gets SIGKILL: what it had taken ends within 2 s, and nothing else does', async () => {
  const harness = await Harness.start();
  try {
    const options = { maxInFlight: 4 };
    const [killed, other] = [await harness.replica(options), await harness.replica(options)];
    const client = await harness.client();
    let killedAt = Infinity;
    // Two of them wait for a place.
    const calls = Array.from({ length: 10 }, async (_, n) => {
      const call = client.call(testMessages.work, { id: `taken-${n}`, ms: 2_200 }, context);
      return { outcome: await outcomeOf(call), sinceKill: performance.now() - killedAt };
    });
    await waitFor(async () => (await harness.executions()).size === 8, { what: 'both to be busy' });
    killed.kill('SIGKILL');
    killedAt = performance.now();
    const ends = await Promise.all(calls);
    const lost = ends.filter(({ outcome }) => outcome === 'SERVICE_TIMEOUT');
    expect(lost).toHaveLength(4);
    expect(Math.max(...lost.map(({ sinceKill }) => sinceKill))).toBeLessThan(2_000);
    expect(ends.filter(({ outcome }) => outcome === 'answered')).toHaveLength(6);
    const executions = await harness.executionsByProcess();
    expect([...executions]).toEqual(
      expect.arrayContaining([
        [String(killed.pid), 4],
        [String(other.pid), 6],
      ]),
    );
  } finally {
    await harness.end();
  }
});

describe('a replica that gets SIGTERM', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await Harness.start();
  });
  afterEach(() => harness.end());

  it('answers the requests in flight, and takes no more', async () => {
    const replica = await harness.replica();
    const client = await harness.client();
    const inFlight = client.call(testMessages.work, { id: 'in-hand', ms: 800 }, context);
    await waitFor(async () => (await harness.executions()).has('in-hand'), { what: 'the work to begin' });
    replica.kill('SIGTERM');
    await replica.waitForLine(/"stopping"/);
    // It is pushed while the replica drains, so it stays for the next one.
    const next = client.call(testMessages.work, { id: 'next' }, context, { timeoutMs: 60_000 });
    expect(await inFlight).toMatchObject({ pid: replica.pid });
    expect((await replica.exited).code).toBe(0);

    const successor = await harness.replica();
    expect(await next).toMatchObject({ pid: successor.pid });
  });

  it('does not wait for the end of an idle wait', async () => {
    const replica = await harness.replica();
    const started = Date.now();
    replica.kill('SIGTERM');
    expect((await replica.exited).code).toBe(0);
    expect(Date.now() - started).toBeLessThan(IDLE_WAIT_MS);
  });

  it('ends in the time it has, when Redis hangs or the work does not end', async () => {
    const options = { drainWithinMs: 300 };
    const [idle, busy] = [await harness.replica(options), await harness.replica({ ...options, maxInFlight: 1 })];
    const client = await harness.client();
    const busyPid = async (): Promise<boolean> => {
      const call = client.call(testMessages.work, { id: 'endless', ms: 60_000 }, context, { timeoutMs: 500 });
      expect(await outcomeOf(call)).toBe('SERVICE_TIMEOUT');
      return (await harness.executionsByProcess()).has(String(busy.pid));
    };
    await waitFor(busyPid, { what: 'the second one to be busy' });
    busy.kill('SIGTERM');
    expect((await busy.exited).code).toBe(0);
    expect(busy.lines.some((line) => line.includes('closed with 1 requests in flight'))).toBe(true);

    const { pid } = harness.redis;
    if (pid === undefined) throw new Error('Redis does not run');
    process.kill(pid, 'SIGSTOP');
    try {
      idle.kill('SIGTERM');
      expect((await idle.exited).code).toBe(0);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  });

  it('ends also when Redis is unavailable', async () => {
    const replica = await harness.replica();
    await harness.redis.kill();
    replica.kill('SIGTERM');
    expect((await replica.exited).code).toBe(0);
    await harness.redis.start();
  });
});

describe('a caller that closes', () => {
  it('gets its answers first, and takes no more calls', async () => {
    const harness = await Harness.start();
    try {
      await harness.replica();
      const client = await harness.client();
      const call = client.call(testMessages.work, { id: 'last', ms: 200 }, context);
      const closed = client.close();
      expect(await outcomeOf(client.call(testMessages.work, { id: 'after' }, context))).toBe('SERVICE_UNAVAILABLE');
      expect(await call).toMatchObject({ id: 'last' });
      await closed;
    } finally {
      await harness.end();
    }
  });
});
