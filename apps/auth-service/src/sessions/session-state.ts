import type { ReplyOf, sessionMessages } from '@haru/contracts';

export type SessionState = ReplyOf<typeof sessionMessages.checkSession>['state'];

/** These columns of an account decide whether it may act. */
interface AccountStatus {
  bannedUntil: Date | null;
  deletedAt: Date | null;
}

export function isBanned({ bannedUntil }: Pick<AccountStatus, 'bannedUntil'>, now: Date): boolean {
  return bannedUntil !== null && bannedUntil.getTime() > now.getTime();
}

/** If an account or session cannot be used for several reasons, the most permanent one is returned. */
export function sessionState(user: AccountStatus | null, sessionExists: boolean, now: Date): SessionState {
  if (user === null) return 'user_not_found';
  if (user.deletedAt !== null) return 'user_not_found';
  if (isBanned(user, now)) return 'user_banned';
  return sessionExists ? 'live' : 'session_not_found';
}
