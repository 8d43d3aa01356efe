import { type EntityManager, In, MoreThan } from 'typeorm';
import { User } from '../../tables/account/user.entity.js';
import { isContested } from '../requests/claim.js';
import { MailRequest, type Claim } from '../../tables/mail/mail-request.entity.js';
import { type IssuedToken, type OneTimeTokens, TOKEN_LIFE_MS } from './one-time-tokens.js';
import type { TokenMail } from '../account-mail.js';
import { accountMail, kindsOfSlot } from '../account-mails.js';

/** A mail's text needs these. Notices have no token; a reauthentication uses only its code, not its link. */
export interface MailContent {
  user: User;
  token: IssuedToken | undefined;
  /** The token applies this claim, if it confirms a sign-up. */
  claim: Claim | null;
  /** Another sign-up with the address chose another password shortly before. */
  hasCompetingSignUps: boolean;
  /** The sign-ups chose different passwords, so none is applied. */
  isContested: boolean;
}

/**
 * Makes the token of a requested mail when it is sent; a repeat for the same request gives the same token. Mails of
 * one kind that wait together all carry the token of the newest, so that each of them works.
 * @returns undefined if there is nothing to send: no such account, or a later request replaced this one
 */
export async function contentOfMail(
  manager: EntityManager,
  tokens: OneTimeTokens,
  request: MailRequest,
): Promise<MailContent | undefined> {
  // The account stays locked until the token is written: a change of the password either voids the request before or
  // voids the token after.
  const user = await manager.findOne(User, { where: { id: request.userId }, lock: { mode: 'pessimistic_read' } });
  if (user?.deletedAt !== null) return undefined;
  const { kind, address } = request;
  const mail = accountMail(kind);
  if (mail.isWanted && !mail.isWanted(user, address)) return undefined;
  if (!('token' in mail))
    return { user, token: undefined, claim: null, hasCompetingSignUps: false, isContested: false };
  if (!mail.isWanted && user.email !== address) return undefined;
  const newest = await newestOfSlot(manager, request, mail);
  if (newest.kind !== kind) return undefined;

  const { flowStateId, claim } = newest;
  const token = { ...mail.token, userId: user.id, address, flowStateId, claim, code: tokens.codeOf(newest.id) };
  const content = {
    user,
    claim,
    hasCompetingSignUps: await hasCompetingSignUps(manager, newest),
    isContested: claim !== null && (await isContested(manager, user.id)),
  };
  if (newest.id === request.id || newest.outcome !== 'sent') {
    return { ...content, token: await tokens.issue(manager, token) };
  }
  // The newest mail was sent. If its token was issued again, a used link would work once more.
  const issued = await tokens.issuedBefore(manager, token);
  return issued && { ...content, token: issued };
}

async function newestOfSlot(manager: EntityManager, request: MailRequest, { token }: TokenMail): Promise<MailRequest> {
  const [newest] = await manager.find(MailRequest, {
    where: { userId: request.userId, kind: In(kindsOfSlot(token.slot)) },
    order: { createdAt: 'DESC', id: 'DESC' },
    take: 1,
  });
  return newest ?? request;
}

/** Tells whether sign-ups mailed the same address with another password. */
async function hasCompetingSignUps(
  manager: EntityManager,
  { userId, claim, createdAt }: MailRequest,
): Promise<boolean> {
  if (claim === null) return false;
  return manager
    .createQueryBuilder(MailRequest, 'mail')
    .where({ userId, createdAt: MoreThan(new Date(createdAt.getTime() - TOKEN_LIFE_MS)) })
    .andWhere("mail.claim ->> 'passwordHash' IS DISTINCT FROM :hash", { hash: claim.passwordHash })
    .andWhere('mail.claim IS NOT NULL')
    .getExists();
}
