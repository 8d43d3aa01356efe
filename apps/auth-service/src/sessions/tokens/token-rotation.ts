/** A genuine refresh token leads to one of these. */
export type Rotation =
  /** It is the active token: a new one replaces it. */
  | 'rotate'
  /** It was replaced, but recently or by its direct child: the caller gets the active token. */
  | 'hand-out-active'
  /** It was replaced long ago, so it was probably stolen. The session ends. */
  | 'end-session'
  /** It is ahead of the session, as after restoring an older database: unknown here. */
  | 'unknown';

interface RotationInput {
  presented: number;
  /** The session's counter is that of the active token. */
  active: number;
  /** Tokens below it are invalid, however recently they were replaced. */
  floor: number;
  /** The active token was made then. */
  refreshedAt: Date;
  now: Date;
  reuseIntervalMs: number;
}

/**
 * This is the rule of refresh token rotation. The direct parent of the active token is valid at any time, because its
 * answer may have been lost; older ones only shortly after the last refresh, when several tabs race.
 */
export function decideRotation({
  presented,
  active,
  floor,
  refreshedAt,
  now,
  reuseIntervalMs,
}: RotationInput): Rotation {
  if (presented === active) return 'rotate';
  if (presented > active) return 'unknown';
  if (presented < floor) return 'end-session';
  if (presented === active - 1) return 'hand-out-active';
  return now.getTime() - refreshedAt.getTime() <= reuseIntervalMs ? 'hand-out-active' : 'end-session';
}
