import { describe, expect, it } from '@jest/globals';
import {
  daysLeft,
  expiryChange,
  extendedExpiry,
  firstExpiry,
  isExpired,
  isExpiringSoon,
  isShownAsPermanent,
  permanentExpiry,
  purgeTime,
} from './lifetime.js';
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

  it('extends the present expiry by thirty days of 24 hours, across a leap day too', () => {
    expect(extendedExpiry(new Date('2028-02-10T12:00:00.001Z')).toISOString()).toBe('2028-03-11T12:00:00.001Z');
    expect(extendedExpiry(new Date('2027-02-10T12:00:00.000Z')).toISOString()).toBe('2027-03-12T12:00:00.000Z');
  });

  it('makes permanent to the day, a hundred years on', () => {
    expect(permanentExpiry(now).toISOString()).toBe('2126-11-21T03:00:00.000Z');
    expect(permanentExpiry(new Date('2028-02-29T00:00:00Z')).toISOString()).toBe('2128-02-29T00:00:00.000Z');
    expect(isShownAsPermanent(permanentExpiry(now), now)).toBe(true);
  });

  it('is expiring soon within three days, and not once it is over', () => {
    expect(isExpiringSoon(after(3 * DAY_MS + 1), now)).toBe(false);
    expect(isExpiringSoon(after(3 * DAY_MS), now)).toBe(true);
    expect(isExpiringSoon(after(1), now)).toBe(true);
    expect(isExpiringSoon(now, now)).toBe(false);
  });

  it('allows thirty days more or permanent, and nothing else', () => {
    const present = after(2 * DAY_MS);
    const wish = (ms: number) => expiryChange(present, after(ms), now);
    expect(wish(32 * DAY_MS)).toEqual({ kind: 'extend', expiresAt: after(32 * DAY_MS) });
    for (const ms of [33 * DAY_MS + 1, 31 * DAY_MS - 1, 2 * DAY_MS, 62 * DAY_MS, 0]) expect(wish(ms)).toBeUndefined();
    const aboutACentury = 36_500 * DAY_MS;
    expect(wish(aboutACentury)).toEqual({ kind: 'makePermanent', expiresAt: permanentExpiry(now) });
    expect(wish(98 * 365.25 * DAY_MS)).toBeUndefined();
    expect(wish(200 * 365.25 * DAY_MS)).toBeUndefined();
  });

  it('takes an extension over a change of clocks, or cut to seconds, as it is asked for', () => {
    const present = after(2 * DAY_MS + 123);
    for (const ms of [32 * DAY_MS, 32 * DAY_MS + 123 + 3_600_000, 32 * DAY_MS + 123 - 3_600_000]) {
      expect(expiryChange(present, after(ms), now)).toEqual({ kind: 'extend', expiresAt: after(ms) });
    }
  });

  it('lets an expired page be extended until it is purged', () => {
    const expired = after(-30 * DAY_MS + 1);
    expect(purgeTime(expired).getTime()).toBe(now.getTime() + 1);
    expect(expiryChange(expired, extendedExpiry(expired), now)?.kind).toBe('extend');
    const purged = after(-30 * DAY_MS);
    expect(expiryChange(purged, extendedExpiry(purged), now)).toBeUndefined();
    expect(expiryChange(purged, permanentExpiry(now), now)).toBeUndefined();
    expect(expiryChange(expired, permanentExpiry(now), now)?.kind).toBe('makePermanent');
  });

  it('tells an extension that ends beyond a year, or as good as never, from a plain one', () => {
    const extend = (ms: number) => expiryChange(after(ms - 30 * DAY_MS), after(ms), now);
    expect(extend(366 * DAY_MS)?.kind).toBe('extend');
    expect(extend(366 * DAY_MS + 1)).toEqual({ kind: 'extendFar', expiresAt: after(366 * DAY_MS + 1) });
    const fiftyYears = 50 * 365.25 * DAY_MS;
    expect(extend(fiftyYears)?.kind).toBe('extendFar');
    expect(extend(fiftyYears + 1)).toEqual({ kind: 'makePermanent', expiresAt: permanentExpiry(now) });
  });
});
