import { mailKinds } from '@haru/contracts';
import { type EntityManager, In } from 'typeorm';
import { User } from '../accounts/user.entity.js';
import { MailRequest } from './mail-request.entity.js';
import type { IssuedToken, OneTimeTokens } from './one-time-tokens.js';
import { isTokenMail, type TokenMailKind, tokenOfMail } from './token-kinds.js';

/** What a mail's text needs. Notices have no token; a reauthentication's link is not for use, only its code. */
export interface MailContent {
  user: User;
  token: IssuedToken | undefined;
}

/**
 * Makes the token of a requested mail, at the moment of sending; asked again for the same request, the same one.
 * Mails of one kind that wait together all carry the token of the newest, so that each of them works.
 * @returns undefined when there is nothing to send: no such account, or the request has been overtaken
 */
export async function contentOfMail(
  manager: EntityManager,
  tokens: OneTimeTokens,
  request: MailRequest,
): Promise<MailContent | undefined> {
  // Held until the token is there: a change of the password comes either before, and voids the request, or after,
  // and voids the token.
  const user = await manager.findOne(User, { where: { id: request.userId }, lock: { mode: 'pessimistic_read' } });
  if (user?.deletedAt !== null) return undefined;
  const { kind, address } = request;
  if (!isTokenMail(kind)) return { user, token: undefined };
  const newest = await newestOfSlot(manager, request, kind);
  if (newest.kind !== kind || !isStillWanted(kind, address, user)) return undefined;

  const { flowStateId } = newest;
  const token = { ...tokenOfMail[kind], userId: user.id, address, flowStateId, code: tokens.codeOf(newest.id) };
  if (newest.id === request.id || newest.outcome !== 'sent') {
    return { user, token: await tokens.issue(manager, token) };
  }
  // The newest is in its reader's hands. Issued anew, a link that was used would work again.
  const issued = await tokens.issuedBefore(manager, token);
  return issued && { user, token: issued };
}

async function newestOfSlot(manager: EntityManager, request: MailRequest, kind: TokenMailKind): Promise<MailRequest> {
  const { slot } = tokenOfMail[kind];
  const kinds = mailKinds.filter((other) => isTokenMail(other) && tokenOfMail[other].slot === slot);
  const [newest] = await manager.find(MailRequest, {
    where: { userId: request.userId, kind: In(kinds) },
    order: { createdAt: 'DESC', id: 'DESC' },
    take: 1,
  });
  return newest ?? request;
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
