import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { inRequestScope } from '@haru/service-runtime';
import { CallBudget } from './call-budget.js';

let budget: CallBudget;
beforeEach(() => {
  jest.useFakeTimers();
  budget = new CallBudget(9_000);
});
afterEach(() => {
  jest.useRealTimers();
});

/** The call takes so long. @returns the timeout that it was given */
const call = (ms: number) =>
  budget.spend(8_000, (timeoutMs) => {
    jest.advanceTimersByTime(ms);
    return Promise.resolve(timeoutMs);
  });
/** A request makes these calls one after the other. */
const callsOf = (requestId: string, durations: number[]) =>
  inRequestScope({ requestId }, async () => {
    const timeouts: number[] = [];
    for (const ms of durations) timeouts.push(await call(ms));
    return timeouts;
  });

it('leaves the later calls of a request what the earlier ones left', async () => {
  expect(await callsOf('one', [500, 3_000, 5_000, 0])).toEqual([8_000, 8_000, 5_500, 500]);
  expect(await callsOf('another', [500])).toEqual([8_000]);
});

it('counts a call that failed, and concurrent calls once', async () => {
  await inRequestScope({ requestId: 'one' }, async () => {
    const failing = budget.spend(8_000, () => {
      jest.advanceTimersByTime(1_000);
      return Promise.reject(new Error('refused'));
    });
    await expect(failing).rejects.toThrow('refused');
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const concurrent = [3_000, 2_000].map((ms) => budget.spend(8_000, () => pause(ms)));
    await jest.advanceTimersByTimeAsync(3_000);
    await Promise.all(concurrent);
    expect(await call(0)).toBe(5_000);
  });
});

it('bounds nothing outside of requests', async () => {
  expect([await call(8_000), await call(8_000)]).toEqual([8_000, 8_000]);
});
