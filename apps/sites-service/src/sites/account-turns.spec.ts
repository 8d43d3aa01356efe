import { randomUUID } from 'node:crypto';
import type { AccountCaller } from '@haru/contracts';
import { describe, expect, it, jest } from '@jest/globals';
import { AccountTurns } from './account-turns.js';

const newCaller = (): AccountCaller => ({
  role: 'authenticated',
  accountId: randomUUID(),
  sessionId: randomUUID(),
  isAnonymous: false,
});

describe('turns of accounts', () => {
  it('run one call of an account at a time, and those of another beside them', async () => {
    const turns = new AccountTurns();
    const [one, other] = [newCaller(), newCaller()];
    let begun = 0;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const calls = [1, 2].map(() =>
      turns.take(one, () => {
        begun++;
        return ended;
      }),
    );
    expect(await turns.take(other, () => Promise.resolve('done'))).toBe('done');
    expect(begun).toBe(1);
    end();
    await Promise.all(calls);
    expect(begun).toBe(2);
  });

  it('refuse a call when fifteen wait, and hand on what a call fails with', async () => {
    const turns = new AccountTurns();
    const caller = newCaller();
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    const calls = Array.from({ length: 16 }, () => turns.take(caller, () => ended));
    await expect(turns.take(caller, () => ended)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 });
    end();
    await Promise.all(calls);
    await expect(turns.take(caller, () => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
  });

  it('pause after a call while more than two of the account wait, and answer it without the pause', async () => {
    jest.useFakeTimers();
    const turns = new AccountTurns();
    const caller = newCaller();
    const begun: number[] = [];
    const call = (index: number) =>
      turns.take(caller, () => {
        begun.push(index);
        jest.advanceTimersByTime(100);
        return Promise.resolve(index);
      });
    const calls = [0, 1, 2, 3, 4].map(call);
    expect(await calls[0]).toBe(0);
    await jest.advanceTimersByTimeAsync(299);
    expect(begun).toEqual([0]);
    await jest.advanceTimersByTimeAsync(1);
    expect(begun).toEqual([0, 1]);
    await jest.advanceTimersByTimeAsync(300);
    expect(await Promise.all(calls)).toEqual([0, 1, 2, 3, 4]);
    jest.useRealTimers();
  });
});
