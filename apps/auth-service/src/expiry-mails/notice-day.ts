import { DAY_MS, HOUR_MS } from '@haru/contracts';

/** Mails go out this many days before the expiry. */
const NOTICE_DAYS = [3, 1];

/** Mails go out in the daytime of Japan, which has no summer time. */
const FIRST_HOUR = 9;
const OFFSET_MS = 9 * HOUR_MS;

interface NoticeDay {
  /** This is the day in Japan, as `2026-11-22`. */
  day: string;
  /** The mails of the day are about pages that expire in these ranges. */
  ranges: { from: string; to: string }[];
}

/** Returns the day whose mails are due at `now`; undefined in the early morning. */
export function noticeDayAt(now: Date): NoticeDay | undefined {
  const local = new Date(now.getTime() + OFFSET_MS);
  if (local.getUTCHours() < FIRST_HOUR) return undefined;
  const day = local.toISOString().slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`) - OFFSET_MS;
  const ranges = NOTICE_DAYS.map((days) => ({
    from: new Date(midnight + days * DAY_MS).toISOString(),
    to: new Date(midnight + (days + 1) * DAY_MS).toISOString(),
  }));
  return { day, ranges };
}
