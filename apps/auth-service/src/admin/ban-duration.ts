import { ServiceError } from '@haru/contracts';

const unitMs = { h: 3_600_000, m: 60_000, s: 1_000 } as const;
const part = /(\d{1,12}(?:\.\d{1,6})?)([hms])/g;
/** This is a thousand years, beyond which dates stop being useful. */
const LONGEST_MS = 1000 * 365 * 24 * unitMs.h;

/**
 * Reads the end of a ban from `24h`, `1h30m` or `45s`; `none` lifts the ban and gives null.
 * @throws ServiceError validation_failed
 */
export function endOfBan(duration: string, now: Date): Date | null {
  if (duration === 'none') return null;
  const parts = [...duration.matchAll(part)];
  const isWhole = parts.map(([text]) => text).join('') === duration;
  const ms = parts.reduce((sum, [, count, unit]) => sum + Number(count) * unitMs[unit as keyof typeof unitMs], 0);
  if (parts.length === 0 || !isWhole || ms > LONGEST_MS) {
    throw new ServiceError('validation_failed', {
      message: 'ban_duration must be none or a duration such as 24h, 1h30m or 45s',
    });
  }
  return ms === 0 ? null : new Date(now.getTime() + ms);
}
