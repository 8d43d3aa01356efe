import type { authMessages, ReplyOf } from '@haru/contracts';

export type SessionState = ReplyOf<typeof authMessages.checkSession>['state'];

/** The columns of an account that decide whether it may act. */
export interface Standing {
  bannedUntil: Date | null;
  deletedAt: Date | null;
}

export function isBanned({ bannedUntil }: Pick<Standing, 'bannedUntil'>, now: Date): boolean {
  return bannedUntil !== null && bannedUntil.getTime() > now.getTime();
}

/** Whether this account and session may be used. The most permanent reason comes first. */
export function sessionState(user: Standing | null, sessionExists: boolean, now: Date): SessionState {
  if (user === null) return 'user_not_found';
  if (user.deletedAt !== null) return 'user_not_found';
  if (isBanned(user, now)) return 'user_banned';
  return sessionExists ? 'live' : 'session_not_found';
}
