import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FIRST_PORTION } from '../src/wire/settings.js';
import { testMessages } from './fixtures/messages.js';
import { context, Harness, load } from './harness.js';

jest.setTimeout(60_000);

describe('requests to three replicas', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await Harness.start();
    await Promise.all([harness.replica(), harness.replica(), harness.replica()]);
  });
  afterEach(() => harness.end());

  it('are executed once each, by all of them, and answered to the process that asked', async () => {
    const total = 3_000;
    const clients = await Promise.all([harness.client(), harness.client()]);
    await load(
      (n) => n < total,
      32,
      async (n) => {
        const id = `request-${n}`;
        const [client] = n % 2 === 0 ? clients : clients.toReversed();
        expect(await client?.call(testMessages.work, { id }, context)).toMatchObject({ id });
      },
    );

    const executions = await harness.executions();
    expect(executions.size).toBe(total);
    expect([...executions.values()].filter((count) => count !== 1)).toEqual([]);
    const shares = [...(await harness.executionsByProcess()).values()];
    expect(shares).toHaveLength(3);
    expect(Math.min(...shares)).toBeGreaterThan(total / 10);
    expect(clients.map(({ counters }) => counters.discarded)).toEqual([0, 0]);
  });

  it('are shared out even when one replica could hold them all', async () => {
    const client = await harness.client();
    const replies = await Promise.all(
      Array.from({ length: 48 }, (_, n) => client.call(testMessages.work, { id: `slow-${n}`, ms: 200 }, context)),
    );
    const shares = Object.values(Object.groupBy(replies, ({ pid }) => pid)).map((share) => share?.length ?? 0);
    expect(shares).toHaveLength(3);
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(FIRST_PORTION);
  });
});

describe('a replica', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await Harness.start();
  });
  afterEach(() => harness.end());

  it('leaves in Redis what exceeds its capacity', async () => {
    const replica = await harness.replica({ maxInFlight: 2 });
    const client = await harness.client();
    const calls = Array.from({ length: 6 }, (_, n) =>
      client.call(testMessages.work, { id: `held-${n}`, ms: 300 }, context),
    );
    const started = Date.now();
    const replies = await Promise.all(calls);
    // There are three rounds of two.
    expect(Date.now() - started).toBeGreaterThanOrEqual(890);
    expect(replies.every(({ pid }) => pid === replica.pid)).toBe(true);
  });
});
