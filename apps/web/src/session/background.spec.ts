import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createPolling, retryUntilSuccess } from './background.js';

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('what is checked regularly', () => {
  it('is checked every 15 s while toggled on, and when the tab gets the focus', async () => {
    const check = jest.fn(() => Promise.resolve());
    const polling = createPolling(check);
    polling.start();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(check).not.toHaveBeenCalled();
    polling.toggle(true);
    await jest.advanceTimersByTimeAsync(15_000);
    expect(check).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(30_000);
    expect(check).toHaveBeenCalledTimes(3);
    polling.toggle(false);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(check).toHaveBeenCalledTimes(3);
    window.dispatchEvent(new Event('focus'));
    expect(check).toHaveBeenCalledTimes(4);
  });
});

describe('what is tried until it succeeds', () => {
  function begin({ succeedsAt }: { succeedsAt: number }) {
    const seen = { tries: 0, failures: 0, done: false };
    const work = async () => {
      seen.tries += 1;
      if (seen.tries < succeedsAt) throw new Error('not yet');
    };
    void retryUntilSuccess(work, () => void (seen.failures += 1)).then(() => (seen.done = true));
    return seen;
  }

  it('is tried after pauses that double up to a minute, and then no more', async () => {
    const seen = begin({ succeedsAt: 9 });
    const triesAfter = async (ms: number) => {
      await jest.advanceTimersByTimeAsync(ms);
      return seen.tries;
    };
    expect(await triesAfter(0)).toBe(1);
    expect(await triesAfter(999)).toBe(1);
    expect(await triesAfter(1)).toBe(2);
    expect(await triesAfter(2_000)).toBe(3);
    expect(await triesAfter(4_000 + 8_000 + 16_000 + 32_000)).toBe(7);
    expect(await triesAfter(59_999)).toBe(7);
    expect(await triesAfter(1)).toBe(8);
    expect(await triesAfter(60_000)).toBe(9);
    expect(seen).toEqual({ tries: 9, failures: 8, done: true });
    expect(await triesAfter(600_000)).toBe(9);
  });

  it.each([
    ['the connection comes back', () => window.dispatchEvent(new Event('online'))],
    ['the tab is shown', () => document.dispatchEvent(new Event('visibilitychange'))],
  ])('is tried immediately when %s', async (_what, comeBack) => {
    const seen = begin({ succeedsAt: 2 });
    await jest.advanceTimersByTimeAsync(0);
    comeBack();
    await jest.advanceTimersByTimeAsync(0);
    expect(seen).toEqual({ tries: 2, failures: 1, done: true });
    expect(jest.getTimerCount()).toBe(0);
  });
});
