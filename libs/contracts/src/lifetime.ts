import { DAY_MS, limits } from './limits.js';

const YEAR_MS = 365.25 * DAY_MS;

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
