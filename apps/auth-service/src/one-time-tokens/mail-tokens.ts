import type { EntityManager } from 'typeorm';
import { User } from '../accounts/user.entity.js';
import type { MailRequest } from './mail-request.entity.js';
import type { IssuedToken, OneTimeTokens } from './one-time-tokens.js';
import { isTokenMail, type TokenMailKind, tokenOfMail } from './token-kinds.js';

/** What a mail's text needs. Notices have no token; a reauthentication's link is not for use, only its code. */
export interface MailContent {
  user: User;
  token: IssuedToken | undefined;
}

/**
 * Makes the token of a requested mail, at the moment of sending. Asked again for the same request it makes another
 * one, and the one before is void.
 * @returns undefined when there is nothing to send: no such account, or the request has been overtaken
 */
export async function contentOfMail(
  manager: EntityManager,
  tokens: OneTimeTokens,
  request: MailRequest,
): Promise<MailContent | undefined> {
  const user = await manager.findOneBy(User, { id: request.userId });
  if (user === null || user.deletedAt !== null) return undefined;
  const { kind, address, flowStateId } = request;
  if (!isTokenMail(kind)) return { user, token: undefined };
  if (!isStillWanted(kind, address, user)) return undefined;
  return { user, token: await tokens.issue(manager, { ...tokenOfMail[kind], userId: user.id, address, flowStateId }) };
}

function isStillWanted(kind: TokenMailKind, address: string, user: User): boolean {
  switch (kind) {
    case 'confirm_signup':
    case 'invite':
      return user.email === address && user.emailConfirmedAt === null;
    case 'email_change_new':
      return user.newEmail === address && user.emailChangeConfirmed !== 'email_change_new';
    case 'email_change_current':
      return user.email === address && user.newEmail !== null && user.emailChangeConfirmed !== 'email_change_current';
    case 'recovery':
    case 'magic_link':
    case 'reauthentication':
      return user.email === address;
  }
}
