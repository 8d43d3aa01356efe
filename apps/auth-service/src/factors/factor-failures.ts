import { ServiceError } from '@haru/contracts';
import type { Factor } from '../tables/sign-in/factor.entity.js';

/** A row holds the wrong codes of a factor or of an account's recovery codes. */
type Failures = Pick<Factor, 'failures' | 'failuresSince'>;

const FAILURES_PER_LOCKOUT = 10;
const HOUR_MS = 3_600_000;
/**
 * Lockouts after every ten wrong codes, measured from the first wrong one; after the last the count starts again. That
 * allows 40 guesses a day. Each guess matches three codes of a million, so one succeeds in 23 years on average. A right
 * code does not reset the count: otherwise each sign-in of the owner would give an attacker ten more guesses.
 */
const LOCKOUT_STEPS_MS = [HOUR_MS / 4, HOUR_MS, 8 * HOUR_MS, 24 * HOUR_MS];
const FORGOTTEN_MS = Math.max(...LOCKOUT_STEPS_MS);

/** Returns when the next ten codes are accepted; undefined if a code may be tried now. */
export function lockedUntil(factor: Failures, now: Date): Date | undefined {
  const { failures, failuresSince } = remembered(factor, now);
  const opening = LOCKOUT_STEPS_MS[Math.floor(failures / FAILURES_PER_LOCKOUT) - 1];
  if (failuresSince === null || opening === undefined) return undefined;
  const until = new Date(failuresSince.getTime() + opening);
  return until > now ? until : undefined;
}

/** @throws ServiceError `code` with the seconds until more codes are accepted */
export function assertNotLocked(factor: Failures, now: Date, code: 'over_request_rate_limit' | 'RATE_LIMITED'): void {
  const until = lockedUntil(factor, now);
  if (until === undefined) return;
  throw new ServiceError(code, { retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000) });
}

/** Returns the row after one more wrong code. */
export function withFailure(factor: Failures, now: Date): Failures {
  const { failures, failuresSince } = remembered(factor, now);
  return { failures: failures + 1, failuresSince: failuresSince ?? now };
}

function remembered(factor: Failures, now: Date): Failures {
  const since = factor.failuresSince?.getTime() ?? -Infinity;
  return now.getTime() - since < FORGOTTEN_MS ? factor : { failures: 0, failuresSince: null };
}
