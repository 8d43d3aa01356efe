/** What becomes of a genuine refresh token. */
export type Rotation =
  /** It is the active one: a new one takes its place. */
  | 'rotate'
  /** It was replaced, but innocently: the caller gets the active one, nothing forks. */
  | 'hand-out-active'
  /** It was replaced long ago: somebody else has it too. The session ends. */
  | 'end-session'
  /** It is ahead of the session, as after restoring an older database: unknown here. */
  | 'unknown';

export interface RotationInput {
  /** The presented token's counter. */
  presented: number;
  /** The session's counter, which is that of the active token. */
  active: number;
  /** Tokens below it are dead, however short a time ago they were replaced. */
  floor: number;
  /** When the active token was made. */
  refreshedAt: Date;
  now: Date;
  reuseIntervalMs: number;
}

/**
 * The rule of refresh token rotation. The direct parent of the active token is good at any time, because its
 * answer may have been lost on the way; anything older only shortly after the last refresh, when several tabs race.
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
