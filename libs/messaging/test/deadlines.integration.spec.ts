import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@haru/testing';
import { requestList } from '../src/index.js';
import { testMessages } from './fixtures/messages.js';
import { context, errorOf, Harness, outcomeOf } from './harness.js';

jest.setTimeout(60_000);

const list = requestList('sites');

describe('a caller', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await Harness.start();
  });
  afterEach(() => harness.end());

  it('gets SERVICE_TIMEOUT at its deadline when no service answers', async () => {
    const client = await harness.client({ defaultTimeoutMs: 300 });
    const started = Date.now();
    expect(await outcomeOf(client.call(testMessages.work, { id: 'a' }, context))).toBe('SERVICE_TIMEOUT');
    expect(Date.now() - started).toBeGreaterThanOrEqual(299);
    // Its own timeout applies, not the default of 9 s.
    expect(Date.now() - started).toBeLessThan(5_000);
    expect(client.pending).toBe(0);
  });

  it('gets SERVICE_BUSY without waiting when the list is over its bound, and the bound holds within one batch', async () => {
    const client = await harness.client({ maxListLength: 5, defaultTimeoutMs: 1_500 });
    const ends: string[] = [];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        const outcome = await outcomeOf(client.call(testMessages.work, { id: `busy-${n}` }, context));
        ends.push(outcome);
        return outcome;
      }),
    );
    expect(outcomes.slice(0, 5)).toEqual(Array(5).fill('SERVICE_TIMEOUT'));
    expect(outcomes.slice(5)).toEqual(Array(15).fill('SERVICE_BUSY'));
    // The refused calls did not wait for the deadline of the others.
    expect(ends.slice(0, 15)).toEqual(Array(15).fill('SERVICE_BUSY'));
    const error = await errorOf(client.call(testMessages.work, { id: 'one-more' }, context));
    expect(error).toMatchObject({ code: 'SERVICE_BUSY', retryAfterSeconds: 1 });
    // Requests for a service that never starts expire by themselves.
    expect(await harness.look.pttl(list)).toBeGreaterThan(0);
  });

  it('gets SERVICE_BUSY when its own unanswered requests are too large together', async () => {
    const client = await harness.client({ maxPendingLength: 3_000_000, defaultTimeoutMs: 300 });
    const text = 'x'.repeat(1_000_000);
    const calls = Array.from({ length: 4 }, () => outcomeOf(client.call(testMessages.echo, { text }, context)));
    expect(await Promise.all(calls)).toEqual(['SERVICE_TIMEOUT', 'SERVICE_TIMEOUT', 'SERVICE_BUSY', 'SERVICE_BUSY']);
    // Their places are free again.
    expect(await outcomeOf(client.call(testMessages.echo, { text }, context))).toBe('SERVICE_TIMEOUT');
  });

  it('never has a request done that was past its deadline when a replica came to it', async () => {
    const client = await harness.client();
    const late = client.call(testMessages.work, { id: 'late' }, context, { timeoutMs: 100 });
    expect(await outcomeOf(late)).toBe('SERVICE_TIMEOUT');
    expect(await harness.look.llen(list)).toBe(1);

    await harness.replica();
    await client.call(testMessages.work, { id: 'in-time' }, context);
    expect([...(await harness.executions()).keys()]).toEqual(['in-time']);
  });

  it('keeps to the clock of Redis, so that its own may be wrong', async () => {
    const client = await harness.client();
    await harness.replica();
    const now = Date.now.bind(Date);
    // The client's machine is an hour behind: by its own clock every deadline is long over for the replica.
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000);
    try {
      const behind = await harness.client();
      expect(await outcomeOf(behind.call(testMessages.work, { id: 'behind' }, context))).toBe('answered');
    } finally {
      clock.mockRestore();
    }
    expect(await outcomeOf(client.call(testMessages.work, { id: 'right' }, context))).toBe('answered');
  });

  it('is not troubled by a reply that comes too late or is none of its own', async () => {
    await harness.replica();
    const client = await harness.client();
    const slow = client.call(testMessages.work, { id: 'slow', ms: 400 }, context, { timeoutMs: 100 });
    expect(await outcomeOf(slow)).toBe('SERVICE_TIMEOUT');

    const [address] = (await harness.look.pubsub('CHANNELS', 'haru:replies:*')) as string[];
    await harness.look.publish(String(address), JSON.stringify({ id: 1, reply: { id: 'slow', pid: 1 } }));
    await waitFor(() => client.counters.discarded === 1, { what: 'the late reply to be discarded' });
    expect(await client.call(testMessages.echo, { text: 'next' }, context)).toEqual({ text: 'next' });
  });

  it('that is gone leaves only keys that expire', async () => {
    await harness.replica();
    const replyTo = 'haru:replies:none';
    const packet = { id: 1, pattern: 'sites.testEcho', deadline: Date.now() + 60_000, replyTo, context };
    await harness.look.rpush(list, JSON.stringify({ ...packet, request: { text: 'anyone?' } }));
    await waitFor(() => harness.look.exists(replyTo), { what: 'the reply' });
    const ttl = await harness.look.pttl(replyTo);
    expect(ttl).toBeGreaterThan(0);
    expect(ttl).toBeLessThanOrEqual(60_000);
  });
});
