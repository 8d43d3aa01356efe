import type { RequestContext } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import type { MailRequests } from '../mail/requests/mail-requests.js';
import type { OneTimeTokens } from '../mail/tokens/one-time-tokens.js';
import { FlowState } from '../tables/mail/flow-state.entity.js';
import { User } from '../tables/account/user.entity.js';
import { endSessions } from '../sessions/session-rows.js';

interface PasswordChange {
  user: User;
  passwordHash: string;
  /** This session stays; without it all end. */
  keepSession?: string | undefined;
  context: RequestContext;
}

interface Mailed {
  tokens: OneTimeTokens;
  mails: MailRequests;
}

/** Voids every link and code of an account, mailed or not yet mailed, and its PKCE flows. */
export async function voidOutstanding(
  manager: EntityManager,
  { tokens, mails }: Mailed,
  userId: string,
): Promise<void> {
  await tokens.voidAll(manager, userId);
  await manager.delete(FlowState, { userId });
  // A mail that is not sent yet would make its token later.
  await mails.voidOpen(manager, userId);
}

/**
 * Sets a password in the caller's transaction. Other sessions end, mailed and unmailed tokens are void, and the owner
 * gets a notice.
 * @returns the ids of the ended sessions, to be announced after the commit
 */
export async function changePassword(
  manager: EntityManager,
  { tokens, mails }: Mailed,
  { user, passwordHash, keepSession, context }: PasswordChange,
): Promise<string[]> {
  user.updatedAt = new Date();
  await manager.update(User, user.id, { encryptedPassword: passwordHash, updatedAt: user.updatedAt });
  await voidOutstanding(manager, { tokens, mails }, user.id);
  if (user.email !== null && user.emailConfirmedAt !== null && !user.isAnonymous) {
    await mails.request(manager, { userId: user.id, kind: 'notice_password_changed', address: user.email }, context);
  }
  return endSessions(manager, { userId: user.id, except: keepSession });
}
