import { defaultPageRuleSettings } from '@haru/contracts';
import { expect, it, jest } from '@jest/globals';
import { checkPage } from '../check-page.js';
import { CheckPool } from './check-pool.js';

const check = checkPage('<p>');

/** Threads whose checks end when `end` is called. */
function heldThreads() {
  const held = Promise.withResolvers<void>();
  const signals: (AbortSignal | undefined)[] = [];
  const run = jest.fn(async (_html: string, { signal }: { signal?: AbortSignal | null } = {}) => {
    signals.push(signal ?? undefined);
    await held.promise;
    return check;
  });
  const pool = new CheckPool(
    { error: jest.fn() },
    { rules: defaultPageRuleSettings },
    { run, destroy: () => Promise.resolve() },
  );
  return { pool, run, signals, end: held.resolve };
}

it('gives up a check in time, ends no thread for it, and starts none of those that waited', async () => {
  const { pool, run, signals, end } = heldThreads();
  const flood = Array.from({ length: 100 }, () => pool.check('<p>', AbortSignal.timeout(5)));
  for (const one of await Promise.allSettled(flood)) {
    expect(one).toMatchObject({ status: 'rejected', reason: { name: 'TimeoutError' } });
  }
  const running = run.mock.calls.length;
  expect(running).toBeLessThan(3);
  expect(signals.map((signal) => signal?.aborted)).toEqual(Array.from({ length: running }, () => false));
  end();
  expect(await pool.check('<p>', AbortSignal.timeout(10_000))).toBe(check);
  expect(run).toHaveBeenCalledTimes(running + 1);
});

it('refuses more than may wait, and those that gave up do not wait', async () => {
  const { pool, end } = heldThreads();
  const check = (ms: number) => pool.check('<p>', AbortSignal.timeout(ms));
  await Promise.allSettled(Array.from({ length: 200 }, () => check(5)));
  const flood = Array.from({ length: 300 }, () => check(10_000));
  await expect(flood.at(-1)).rejects.toThrow('256 wait already');
  end();
  const answers = await Promise.allSettled(flood);
  expect(answers.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThanOrEqual(256);
});

it('starts no check that is given up already', async () => {
  const { pool, run } = heldThreads();
  await expect(pool.check('<p>', AbortSignal.abort(new Error('given up')))).rejects.toThrow('given up');
  expect(run).not.toHaveBeenCalled();
});
