import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { waitFor } from '@haru/testing';
import { HEARD, testNews } from './fixtures/messages.js';
import { Harness } from './harness.js';

jest.setTimeout(60_000);

describe('a broadcast', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await Harness.start();
  });
  afterEach(() => harness.end());

  it('reaches every process once, also one that serves no requests', async () => {
    const listeners = await Promise.all([harness.replica(), harness.replica(), harness.replica({ listensOnly: true })]);
    const client = await harness.client();
    await client.broadcast(testNews, { text: 'first' });
    await client.broadcast(testNews, { text: 'second' });

    await waitFor(async () => (await harness.look.llen(HEARD)) >= 6, { what: 'three processes to hear both' });
    const heard = (await harness.look.lrange(HEARD, 0, -1)).toSorted();
    const expected = listeners.flatMap(({ pid }) => [`${pid} first`, `${pid} second`]).toSorted();
    expect(heard).toEqual(expected);
  });

  it('that is not what its contract says is logged and not handled', async () => {
    const listener = await harness.replica({ listensOnly: true });
    const client = await harness.client();
    await harness.look.publish(testNews.pattern, JSON.stringify({ pattern: testNews.pattern, data: { text: 5 } }));
    await harness.look.publish(testNews.pattern, 'no JSON');
    // A request's id would make the stock transport answer it.
    await harness.look.publish(testNews.pattern, JSON.stringify({ id: 'x', data: { text: 6 } }));
    await client.broadcast(testNews, { text: 'good' });

    await waitFor(async () => (await harness.look.llen(HEARD)) > 0, { what: 'the good one' });
    expect(await harness.look.lrange(HEARD, 0, -1)).toEqual([`${listener.pid} good`]);
    const faults = () => listener.lines.filter((line) => line.includes('"level":50'));
    await waitFor(() => faults().length >= 3, { what: 'all three to be logged' });
    expect(faults()).toHaveLength(3);
  });
});
