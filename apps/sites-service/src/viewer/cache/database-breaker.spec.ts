import { describe, expect, it } from '@jest/globals';
import { DatabaseBreaker, SLOW_MS } from './database-breaker.js';

describe('DatabaseBreaker', () => {
  it('counts as slow from the age of the oldest question, so that a later one waits no longer', async () => {
    let now = 0;
    const breaker = new DatabaseBreaker({ ping: () => Promise.resolve() }, () => now);
    expect(breaker.msUntilSlow).toBe(SLOW_MS);
    const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()] as const;
    const first = breaker.ask(() => answers[0].promise);
    now = SLOW_MS / 2;
    const second = breaker.ask(() => answers[1].promise);
    expect([breaker.msUntilSlow, breaker.isSlow]).toEqual([SLOW_MS / 2, false]);
    now = SLOW_MS;
    expect([breaker.msUntilSlow, breaker.isSlow]).toEqual([0, true]);
    answers[0].resolve('answer');
    await first;
    expect([breaker.msUntilSlow, breaker.isSlow]).toEqual([SLOW_MS / 2, false]);
    answers[1].resolve('answer');
    await second;
    expect(breaker.isSlow).toBe(false);
  });
});
