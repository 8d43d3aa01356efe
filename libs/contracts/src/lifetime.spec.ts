import { describe, expect, it } from '@jest/globals';
import { daysLeft, firstExpiry, isExpired, isShownAsPermanent } from './lifetime.js';
import { DAY_MS } from './limits.js';

const now = new Date('2026-11-21T03:00:00.000Z');
const after = (ms: number) => new Date(now.getTime() + ms);

describe('lifetime', () => {
  it('is ten days from publishing, to the millisecond', () => {
    expect(firstExpiry(now).toISOString()).toBe('2026-12-01T03:00:00.000Z');
    expect(isExpired(after(1), now)).toBe(false);
    expect(isExpired(now, now)).toBe(true);
  });

  it('counts the days that are left upwards', () => {
    expect(daysLeft(firstExpiry(now), after(1000))).toBe(10);
    expect(daysLeft(after(1), now)).toBe(1);
    expect(daysLeft(after(-DAY_MS), now)).toBe(0);
  });

  it('shows more than fifty years as permanent', () => {
    expect(isShownAsPermanent(after(49.9 * 365.25 * DAY_MS), now)).toBe(false);
    expect(isShownAsPermanent(after(50.1 * 365.25 * DAY_MS), now)).toBe(true);
  });
});
