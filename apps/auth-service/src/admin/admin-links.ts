import {
  type adminMessages,
  type MailKind,
  type ReplyOf,
  type RequestContext,
  type RequestOf,
  ServiceError,
  type UserAnswer,
} from '@haru/contracts';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { parseEmail } from '../input/email-address.js';
import { emailAppMetadata, insertEmailUser, newUser } from '../accounts/new-user.js';
import { checkNewPassword } from '../input/password-rules.js';
import { Passwords } from '../passwords/passwords.js';
import { userAnswerOf } from '../sessions/user-answer.js';
import { checkUserMetadata } from '../input/user-metadata.js';
import { User } from '../tables/account/user.entity.js';
import { claimOf } from '../mail/requests/claim.js';
import { MailRequests } from '../mail/requests/mail-requests.js';
import { OneTimeTokens } from '../mail/tokens/one-time-tokens.js';
import { Redirects } from '../mail/links/redirects.js';
import type { TokenMailKind } from '../mail/account-mail.js';
import { accountMail } from '../mail/account-mails.js';
import { Injectable } from '@nestjs/common';

type LinkRequest = RequestOf<(typeof adminMessages)['adminGenerateLink']>;
type LinkAnswer = ReplyOf<(typeof adminMessages)['adminGenerateLink']>;
type InviteRequest = RequestOf<(typeof adminMessages)['adminInviteUser']>;

/** Each type of link is the link of this mail. */
const mailOfType = {
  signup: 'confirm_signup',
  invite: 'invite',
  magiclink: 'magic_link',
  recovery: 'recovery',
  email_change_current: 'email_change_current',
  email_change_new: 'email_change_new',
} as const satisfies Record<string, MailKind>;
type LinkType = keyof typeof mailOfType;

interface AdminLinkInput {
  email: string;
  userMetadata: Record<string, unknown>;
  passwordHash?: string | undefined;
}

/** Makes links and invitations for the service key. */
@Injectable()
export class AdminLinks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: Passwords,
    private readonly tokens: OneTimeTokens,
    private readonly mails: MailRequests,
    private readonly redirects: Redirects,
  ) {}

  /** Creates the account for an address, or mails a pending one again. @throws ServiceError email_exists */
  async invite(request: InviteRequest, context: RequestContext): Promise<UserAnswer> {
    const email = parseEmail(request.email);
    checkUserMetadata(request.userMetadata);
    const redirectTo = this.redirects.allowed(request.redirectTo);
    return this.dataSource.transaction(async (manager) => {
      const user = await this.pending(manager, { email, userMetadata: request.userMetadata }, 'invite');
      const claim = claimOf(request.userMetadata, new Date());
      await this.mails.request(
        manager,
        { userId: user.id, kind: 'invite', address: email, redirectTo, claim },
        context,
      );
      return userAnswerOf(manager, user);
    });
  }

  async generate(request: LinkRequest): Promise<LinkAnswer> {
    const input = await this.read(request);
    return this.dataSource.transaction(async (manager) => {
      const { user, type, address } = await this.subject(manager, wanted(request.type), input, request);
      const kind: TokenMailKind = mailOfType[type];
      const isConfirmation = accountMail(kind).token.slot === 'confirmation';
      const claim = isConfirmation ? claimOf(input.userMetadata, new Date(), input.passwordHash) : null;
      const token = { ...accountMail(kind).token, userId: user.id, address, claim };
      const { code, tokenHash } = await this.tokens.issue(manager, token);
      const redirectTo = this.redirects.choose(request.redirectTo);
      const query = new URLSearchParams({ token: tokenHash, type: token.kind, redirect_to: redirectTo });
      return {
        ...(await userAnswerOf(manager, user)),
        action_link: `${this.redirects.siteUrl}/auth/v1/verify?${query.toString()}`,
        email_otp: code,
        hashed_token: tokenHash,
        verification_type: type,
        redirect_to: redirectTo,
      };
    });
  }

  private async read(request: LinkRequest): Promise<AdminLinkInput> {
    wanted(request.type);
    const email = parseEmail(request.email);
    checkUserMetadata(request.userMetadata);
    const { password, userMetadata } = request;
    if (request.type !== 'signup') return { email, userMetadata };
    if (!password) throw new ServiceError('validation_failed', { message: 'Signup requires a valid password' });
    checkNewPassword(password);
    return { email, userMetadata, passwordHash: await this.passwords.hash(password) };
  }

  /** Returns the account, the type of the link, and the address that the link proves. */
  private async subject(
    manager: EntityManager,
    type: LinkType,
    input: AdminLinkInput,
    request: LinkRequest,
  ): Promise<{ user: User; type: LinkType; address: string }> {
    const { email } = input;
    if (type === 'signup' || type === 'invite')
      return { user: await this.pending(manager, input, type), type, address: email };
    const user = await manager.findOneBy(User, { email, isAnonymous: false, deletedAt: IsNull() });
    if (user === null) {
      if (type !== 'magiclink') throw new ServiceError('user_not_found', { status: 404, message: 'User not found' });
      return { user: await this.pending(manager, input, 'signup'), type: 'signup', address: email };
    }
    if (type === 'magiclink' || type === 'recovery') return { user, type, address: email };
    const newEmail = await this.beginChange(manager, user, request.newEmail);
    return { user, type, address: type === 'email_change_new' ? newEmail : email };
  }

  private async beginChange(manager: EntityManager, user: User, requestedEmail: string | undefined): Promise<string> {
    if (!requestedEmail) throw new ServiceError('validation_failed', { message: 'new_email is required' });
    const newEmail = parseEmail(requestedEmail);
    if (await manager.existsBy(User, { email: newEmail, id: Not(user.id) })) throw new ServiceError('email_exists');
    if (user.newEmail !== newEmail) {
      Object.assign(user, { newEmail, emailChangeConfirmed: null });
      await manager.update(User, user.id, { newEmail, emailChangeConfirmed: null });
    }
    return newEmail;
  }

  /** Returns the unconfirmed account of an address, created if there is none. Its password stays until it is confirmed. */
  private async pending(manager: EntityManager, input: AdminLinkInput, type: 'signup' | 'invite'): Promise<User> {
    const now = new Date();
    const sent = type === 'invite' ? { invitedAt: now, confirmationSentAt: now } : { confirmationSentAt: now };
    const fresh = newUser(
      {
        email: input.email,
        encryptedPassword: input.passwordHash ?? null,
        userMetadata: { ...input.userMetadata },
        appMetadata: emailAppMetadata,
        ...sent,
      },
      now,
    );
    if (await insertEmailUser(manager, fresh, now)) return fresh;
    const user = await manager.findOneByOrFail(User, { email: input.email });
    if (user.emailConfirmedAt !== null || user.isAnonymous) throw new ServiceError('email_exists');
    await manager.update(User, user.id, sent);
    return Object.assign(user, sent);
  }
}

function wanted(type: string): LinkType {
  if (Object.hasOwn(mailOfType, type)) return type as LinkType;
  throw new ServiceError('validation_failed', { message: 'Invalid email action link type requested' });
}
