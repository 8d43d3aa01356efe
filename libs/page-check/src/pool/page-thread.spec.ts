import { waitFor } from '@haru/testing';
import { describe, expect, it, jest } from '@jest/globals';
import { CheckPool } from './check-pool.js';
import type { PageTask } from './check-worker.js';
import { PageThread } from './page-thread.js';

const logger = { error: jest.fn(), warn: jest.fn() };

/** Makes a thread that finishes no page before `finish` is called. */
function blockedThread() {
  const finished = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const run = jest.fn(async (tasks: readonly PageTask[], { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    await finished.promise;
    return tasks.map(({ html }) => html);
  });
  const cpuMs = jest.fn(() => Promise.resolve<number | undefined>(0));
  const destroy = () => Promise.resolve();
  const thread = new PageThread<string>(logger, { run, cpuMs, destroy }, 1);
  return { thread, run, cpuMs, signals, finish: finished.resolve };
}
const pagesReadBy = ({ run }: ReturnType<typeof blockedThread>) =>
  run.mock.calls.flatMap(([tasks]) => tasks.map(({ html }) => html));

describe('PageThread', () => {
  it('rejects a page after its timeout, keeps the thread, and never reads the pages that waited', async () => {
    const blocked = blockedThread();
    const flood = Array.from({ length: 100 }, () => blocked.thread.run('<p>', { signal: AbortSignal.timeout(5) }));
    for (const one of await Promise.allSettled(flood)) {
      expect(one).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } });
    }
    expect(blocked.signals.map((signal) => signal.aborted)).toEqual([false]);
    blocked.finish();
    expect(await blocked.thread.run('<b>')).toBe('<b>');
    expect(pagesReadBy(blocked)).toEqual(['<p>', '<b>']);
  });

  it('reads short pages first, and lets the clients take turns', async () => {
    const blocked = blockedThread();
    const pages = [
      ...['first', 'a1', 'a2', 'a3'].map((html) => [html, 'a'] as const),
      ['long'.padEnd(9_000), 'b'] as const,
      ['c1', 'c'] as const,
    ];
    const all = pages.map(([html, client]) => blocked.thread.run(html, { clients: [client] }));
    blocked.finish();
    await Promise.all(all);
    expect(pagesReadBy(blocked).map((html) => html.trim())).toEqual(['first', 'a1', 'c1', 'a2', 'a3', 'long']);
  });

  it('reads pages that waited together, and each again alone if that fails', async () => {
    const blocked = blockedThread();
    const all = ['first', 'a', 'fails', 'b', 'long'.padEnd(65_000)].map((html) => blocked.thread.run(html));
    blocked.run.mockImplementation((tasks) =>
      tasks.some(({ html }) => html === 'fails')
        ? Promise.reject(new Error('the thread has ended'))
        : Promise.resolve(tasks.map(({ html }) => html)),
    );
    blocked.finish();
    const ends = await Promise.allSettled(all);
    expect(ends.map(({ status }) => status === 'rejected')).toEqual([false, false, true, false, false]);
    expect(blocked.run.mock.calls.map(([tasks]) => tasks.length)).toEqual([1, 3, 1, 1, 1, 1]);
  });

  it('rejects the last page of the client with the most pages when too many wait', async () => {
    const blocked = blockedThread();
    const flood = Array.from({ length: 257 }, () => blocked.thread.run('<p>', { clients: ['flood'] }));
    const other = blocked.thread.run('<p>', { clients: ['other'] });
    await expect(flood.at(-1)).rejects.toThrow('256 wait already');
    blocked.finish();
    await expect(other).resolves.toBe('<p>');
    const ends = await Promise.allSettled(flood);
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  });

  it('logs that the processor time cannot be read, and goes on', async () => {
    const blocked = blockedThread();
    blocked.cpuMs.mockRejectedValue(new Error('the thread has ended'));
    const read = blocked.thread.run('<p>');
    await waitFor(() => logger.warn.mock.calls.length > 0, { timeoutMs: 5_000, what: 'a line in the log' });
    blocked.finish();
    await expect(read).resolves.toBe('<p>');
  });

  it('reads no page whose signal has aborted already', async () => {
    const blocked = blockedThread();
    const signal = AbortSignal.abort(new Error('aborted before'));
    await expect(blocked.thread.run('<p>', { signal })).rejects.toThrow('aborted before');
    expect(blocked.run).not.toHaveBeenCalled();
  });

  it.each([
    ['ends the check of a page after five seconds of processor time', 600, true],
    ['does not end the check of a page while other processes use the processor', 6, false],
  ])('%s', async (_what, usedEachTime, isEnded) => {
    const blocked = blockedThread();
    let used = 100_000;
    blocked.cpuMs.mockImplementation(() => Promise.resolve((used += usedEachTime)));
    const read = blocked.thread.run('<p>');
    await waitFor(() => blocked.cpuMs.mock.calls.length > 20, { timeoutMs: 5_000, what: 'the thread to be watched' });
    expect(blocked.signals[0]?.aborted).toBe(isEnded);
    blocked.finish();
    await read;
  });
});

it('refuses a long page that would wait too long, but no short one', async () => {
  const [short, long] = [blockedThread(), blockedThread()];
  const pool = new CheckPool<string>(short.thread, long.thread);
  const page = '<input>'.padEnd(1_048_000);
  const flood = Array.from({ length: 14 }, () => pool.check(page, { clients: ['flood'] }));
  await expect(pool.check(page, { clients: ['flood'] })).rejects.toMatchObject({
    code: 'SERVICE_BUSY',
    retryAfterSeconds: 3,
  });
  flood.push(pool.check(page, { clients: ['other'] }));
  for (const fast of ['<input>', page.replace('<input>', '<p>')]) flood.push(pool.check(fast, { clients: ['flood'] }));
  short.finish();
  long.finish();
  await Promise.all(flood);
  expect([pagesReadBy(short).length, pagesReadBy(long).length]).toEqual([2, 15]);
});
