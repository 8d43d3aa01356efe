import { DAY_MS, limits } from './limits.js';

const YEAR_MS = 365.25 * DAY_MS;

/** A request for "permanent" may differ from 100 years by this: clocks differ, and so do definitions of a year. */
const PERMANENT_TOLERANCE_MS = YEAR_MS;

/** An extension may differ from 30 days by this: a change of clocks shifts days, and clients cut times. */
const EXTENSION_TOLERANCE_MS = DAY_MS;

/** How many days a page is public from its publication. */
export type Lifetime = number | 'permanent';

/** Returns when a page published at `publishedAt` stops. */
export function firstExpiry(publishedAt: Date, lifetime: Lifetime = limits.siteLifetimeDays): Date {
  if (lifetime === 'permanent') return permanentExpiry(publishedAt);
  return new Date(publishedAt.getTime() + lifetime * DAY_MS);
}

/** Returns the action of the site policy that this lifetime is; the first 10 days need none. */
export function lifetimeAction(
  lifetime: Lifetime = limits.siteLifetimeDays,
): 'extendFar' | 'makePermanent' | undefined {
  if (lifetime === 'permanent') return 'makePermanent';
  return lifetime > limits.siteLifetimeDays ? 'extendFar' : undefined;
}

/** A page answers until its expiry and not at that very moment. */
export function isExpired(expiresAt: Date, now: Date): boolean {
  return now.getTime() >= expiresAt.getTime();
}

/** Counts whole days from `now` to the expiry, rounded up: a page published a second ago has 10 left. */
export function daysLeft(expiresAt: Date, now: Date): number {
  return Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / DAY_MS));
}

/** An expiry more than 50 years ahead is shown as 無期限. */
export function isShownAsPermanent(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() > limits.permanentDisplayYears * YEAR_MS;
}

/** Adds 30 days to the present expiry, to the millisecond: days have 24 hours, whatever the calendar does meanwhile. */
export function extendedExpiry(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() + limits.extensionDays * DAY_MS);
}

/** A page made permanent at `now` expires on the same day and time in 100 years. */
export function permanentExpiry(now: Date): Date {
  const expiry = new Date(now);
  expiry.setUTCFullYear(expiry.getUTCFullYear() + limits.permanentYears);
  return expiry;
}

/** A live page that expires within 3 days is shown as expiring soon. */
export function isExpiringSoon(expiresAt: Date, now: Date): boolean {
  return !isExpired(expiresAt, now) && expiresAt.getTime() - now.getTime() <= limits.expiringSoonDays * DAY_MS;
}

/** An expired page is removed for good at this time; until then it can be extended. */
export function purgeTime(expiresAt: Date): Date {
  return new Date(expiresAt.getTime() + limits.expiredKeptDays * DAY_MS);
}

interface ExpiryChange {
  /** This is an action of the site policy. */
  kind: 'extend' | 'extendFar' | 'makePermanent';
  expiresAt: Date;
}

/**
 * Classifies a requested expiry: about 30 days more than the present one, or permanent (about 100 years, normalised to
 * exactly that). Extensions that reach as far as permanent is shown are permanent; those beyond a year are a separate
 * right, so that repeating the smaller one does not lead there.
 * @returns undefined for everything else, which is refused
 */
export function expiryChange(present: Date, requested: Date, now: Date): ExpiryChange | undefined {
  // A page that is due to be purged is never restored, whatever is requested.
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
