import { expect, it } from '@jest/globals';
import { noticeDayAt } from './notice-day.js';

it('covers what expires in three days and tomorrow, by the days of Japan', () => {
  expect(noticeDayAt(new Date('2026-11-22T00:00:00Z'))).toEqual({
    day: '2026-11-22',
    ranges: [
      { from: '2026-11-24T15:00:00.000Z', to: '2026-11-25T15:00:00.000Z' },
      { from: '2026-11-22T15:00:00.000Z', to: '2026-11-23T15:00:00.000Z' },
    ],
  });
});

it('is the same until midnight in Japan', () => {
  expect(noticeDayAt(new Date('2026-11-22T14:59:59Z'))?.day).toBe('2026-11-22');
});

it.each(['2026-11-22T15:00:00Z', '2026-11-22T23:59:59Z'])('is none in the night and early morning (%s)', (now) => {
  expect(noticeDayAt(new Date(now))).toBeUndefined();
});
