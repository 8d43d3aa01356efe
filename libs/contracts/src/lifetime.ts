import { DAY_MS, limits } from './limits.js';

const YEAR_MS = 365.25 * DAY_MS;

/** How far from 100 years a request for "permanent" may lie: clocks differ, and so do ideas of a year. */
const PERMANENT_TOLERANCE_MS = YEAR_MS;

/** How far from 30 days an extension may lie: a calendar's days differ over a change of clocks, and clients cut times. */
const EXTENSION_TOLERANCE_MS = DAY_MS;

/** When a page published at `publishedAt` stops. */
export function firstExpiry(publishedAt: Date): Date {
  return new Date(publishedAt.getTime() + limits.siteLifetimeDays * DAY_MS);
}

/** A page answers until its expiry and not at that very moment. */
export function isExpired(expiresAt: Date, now: Date): boolean {
  return now.getTime() >= expiresAt.getTime();
}

/** Whole days from `now` to the expiry, rounded up: a page published a second ago has 10 left. */
export function daysLeft(expiresAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS));
}

/** Shown as 無期限: more than 50 years away. */
export function isShownAsPermanent(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() > limits.permanentDisplayYears * YEAR_MS;
}

/** 30 days more than the present expiry, to the millisecond: days of 24 hours, whatever the calendar does meanwhile. */
export function extendedExpiry(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() + limits.extensionDays * DAY_MS);
}

/** The expiry of a page made permanent at `now`: the same day and time 100 years on. */
export function permanentExpiry(now: Date): Date {
  const expiry = new Date(now);
  expiry.setUTCFullYear(expiry.getUTCFullYear() + limits.permanentYears);
  return expiry;
}

/** Shown as expiring soon: still live, and over within 3 days. */
export function isExpiringSoon(expiresAt: Date, now: Date): boolean {
  return !isExpired(expiresAt, now) && expiresAt.getTime() - now.getTime() <= limits.expiringSoonDays * DAY_MS;
}

/** When an expired page is taken away for good; until then it can be extended. */
export function purgeTime(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() + limits.expiredKeptDays * DAY_MS);
}

interface ExpiryChange {
  /** An action of the site policy. */
  kind: 'extend' | 'extendFar' | 'makePermanent';
  expiresAt: Date;
}

/**
 * What a requested expiry means: about 30 days more than the present one, or permanent (about 100 years,
 * normalised to exactly that). Extensions that reach as far as permanent is shown are permanent; those beyond a year are their own
 * right, so that repeating the smaller one does not lead there.
 * @returns undefined for everything else, which is refused
 */
export function expiryChange(present: Date, requested: Date, now: Date): ExpiryChange | undefined {
  // Past its time to be purged a page does not come back to life, whatever is requested.
  if (isExpired(purgeTime(present), now)) return undefined;
  const permanent = permanentExpiry(now);
  if (Math.abs(requested.getTime() - permanent.getTime()) <= PERMANENT_TOLERANCE_MS) {
    return { kind: 'makePermanent', expiresAt: permanent };
  }
  if (Math.abs(requested.getTime() - extendedExpiry(present).getTime()) > EXTENSION_TOLERANCE_MS) return undefined;
  if (isShownAsPermanent(requested, now)) return { kind: 'makePermanent', expiresAt: permanent };
  const isFar = requested.getTime() - now.getTime() > limits.extendFarDays * DAY_MS;
  return { kind: isFar ? 'extendFar' : 'extend', expiresAt: requested };
}
