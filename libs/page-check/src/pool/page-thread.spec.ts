import { waitFor } from '@haru/testing';
import { describe, expect, it, jest } from '@jest/globals';
import { CheckPool } from './check-pool.js';
import { PageThread } from './page-thread.js';

const logger = { error: jest.fn() };
const settings = { module: 'none', name: 'none' };

/** Makes a thread whose pages end when `end` is called. */
function heldThread() {
  const held = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const run = jest.fn(async (html: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    await held.promise;
    return html;
  });
  const cpuMs = jest.fn(() => Promise.resolve<number | undefined>(0));
  const destroy = () => Promise.resolve();
  const thread = new PageThread<string>(logger, settings, { run, cpuMs, destroy }, 1);
  return { thread, run, cpuMs, signals, end: held.resolve };
}
const readBy = ({ run }: ReturnType<typeof heldThread>) => run.mock.calls.map(([html]) => html);

describe('PageThread', () => {
  it('gives up a page in time, does not end the thread for it, and reads none of those that waited', async () => {
    const held = heldThread();
    const flood = Array.from({ length: 100 }, () => held.thread.run('<p>', { signal: AbortSignal.timeout(5) }));
    for (const one of await Promise.allSettled(flood)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } });
    }
    expect(held.signals.map((signal) => signal.aborted)).toEqual([false]);
    held.end();
    expect(await held.thread.run('<b>')).toBe('<b>');
    expect(readBy(held)).toEqual(['<p>', '<b>']);
  });

  it('reads short pages first, and one of each client in turn', async () => {
    const held = heldThread();
    const pages = [
      ...['first', 'a1', 'a2', 'a3'].map((html) => [html, 'a'] as const),
      ['long'.padEnd(9_000), 'b'] as const,
      ['c1', 'c'] as const,
    ];
    const all = pages.map(([html, client]) => held.thread.run(html, { clients: [client] }));
    held.end();
    await Promise.all(all);
    expect(readBy(held).map((html) => html.trim())).toEqual(['first', 'a1', 'c1', 'a2', 'a3', 'long']);
  });

  it('refuses the last pages of the client with the most pages when too many wait', async () => {
    const held = heldThread();
    const flood = Array.from({ length: 257 }, () => held.thread.run('<p>', { clients: ['flood'] }));
    const other = held.thread.run('<p>', { clients: ['other'] });
    await expect(flood.at(-1)).rejects.toThrow('256 wait already');
    held.end();
    await expect(other).resolves.toBe('<p>');
    const ends = await Promise.allSettled(flood);
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  it('reads no page that is given up already', async () => {
    const held = heldThread();
    const signal = AbortSignal.abort(new Error('given up'));
    await expect(held.thread.run('<p>', { signal })).rejects.toThrow('given up');
    expect(held.run).not.toHaveBeenCalled();
  });

  it.each([
    ['ends a page after five seconds of processor time', 600, true],
    ['does not end a page while other processes have the processor', 6, false],
  ])('%s', async (_what, usedEachTime, isEnded) => {
    const held = heldThread();
    let used = 100_000;
    held.cpuMs.mockImplementation(() => Promise.resolve((used += usedEachTime)));
    const read = held.thread.run('<p>');
    await waitFor(() => held.cpuMs.mock.calls.length > 20, { timeoutMs: 5_000, what: 'the thread to be watched' });
    expect(held.signals[0]?.aborted).toBe(isEnded);
    held.end();
    await read;
  });
});

it('refuses a long page that would wait too long, but no short one', async () => {
  const [short, long, secrets] = [heldThread(), heldThread(), heldThread()];
  const threads = { short: short.thread, long: long.thread, secrets: secrets.thread };
  const pool = new CheckPool<string, string>(threads);
  const page = '<input>'.padEnd(1_048_000);
  const flood = Array.from({ length: 14 }, () => pool.check(page, { clients: ['flood'] }));
  await expect(pool.check(page, { clients: ['flood'] })).rejects.toMatchObject({
    code: 'SERVICE_BUSY',
    retryAfterSeconds: 3,
  });
  flood.push(pool.check(page, { clients: ['other'] }));
  for (const fast of ['<input>', page.replace('<input>', '<p>')]) flood.push(pool.check(fast, { clients: ['flood'] }));
  short.end();
  long.end();
  await Promise.all(flood);
  expect([readBy(short).length, readBy(long).length]).toEqual([2, 15]);
});
