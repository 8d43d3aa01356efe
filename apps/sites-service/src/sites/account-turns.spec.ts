import { randomUUID } from 'node:crypto';
import type { AccountCaller } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
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
});
