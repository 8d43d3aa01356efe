import type { User } from '../../tables/account/user.entity.js';

/** Lists the mails that a pending change still waits for. */
export function changeMails(
  user: User | null,
  address: string,
): { kind: 'email_change_new' | 'email_change_current'; address: string }[] {
  if (user?.newEmail == null) return [{ kind: 'email_change_new', address }];
  const both = [
    { kind: 'email_change_new' as const, address: user.newEmail },
    ...(needsBothSides(user) && user.email !== null
      ? [{ kind: 'email_change_current' as const, address: user.email }]
      : []),
  ];
  return both.filter(({ kind }) => kind !== user.emailChangeConfirmed);
}

/** An account with a confirmed address must confirm the change from that address too. */
export function needsBothSides(user: Pick<User, 'email' | 'emailConfirmedAt' | 'isAnonymous'>): boolean {
  return user.email !== null && user.emailConfirmedAt !== null && !user.isAnonymous;
}
