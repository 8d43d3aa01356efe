import {
  type RequestContext,
  type RequestOf,
  ServiceError,
  type SessionAnswer,
  type signInMessages,
  type UserAnswer,
} from '@haru/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { claimOf } from '../mail/requests/claim.js';
import { MailIntervals } from '../mail/requests/mail-intervals.js';
import { type MailDemand, MailRequests } from '../mail/requests/mail-requests.js';
import { beginFlow, type CodeChallenge, readChallenge } from '../mail/links/pkce-flows.js';
import { Redirects } from '../mail/links/redirects.js';
import { SessionAnswers } from '../sessions/session-answers.js';
import { parseEmail } from '../input/email-address.js';
import { emailAppMetadata, insertEmailUser, newUser } from '../accounts/new-user.js';
import { checkNewPassword } from '../input/password-rules.js';
import { Passwords } from '../passwords/passwords.js';
import { toUserAnswer, userAnswerOf } from '../sessions/user-answer.js';
import { checkUserMetadata } from '../input/user-metadata.js';
import { User } from '../tables/account/user.entity.js';
import { Setting } from '../settings.js';
import { openSession } from '../sessions/session-rows.js';
import { Injectable } from '@nestjs/common';
import { lockAccount } from '../tables/account/read-account.js';

type SignUpRequest = RequestOf<typeof signInMessages.signUp>;

interface SignUpInput {
  address: string;
  passwordHash: string;
  userMetadata: Record<string, unknown>;
  challenge: CodeChallenge | undefined;
  redirectTo: string | undefined;
}

@Injectable()
export class SignUp {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: Passwords,
    private readonly mails: MailRequests,
    private readonly intervals: MailIntervals,
    private readonly redirects: Redirects,
    private readonly answers: SessionAnswers,
    @Setting('AUTH_TEMP_EMAIL_DOMAIN') private readonly tempEmailDomain: string,
    @Setting('AUTH_AUTOCONFIRM') private readonly autoconfirm: boolean,
  ) {}

  /** Returns a session if addresses need no confirmation, else the account; its id is random if the address is taken. */
  async signUp(request: SignUpRequest, context: RequestContext): Promise<SessionAnswer | UserAnswer> {
    if (request.password === '') {
      throw new ServiceError('validation_failed', { message: 'Signup requires a valid password' });
    }
    const challenge = readChallenge(request);
    checkNewPassword(request.password);
    const address = parseEmail(request.email);
    checkUserMetadata(request.userMetadata);
    const input: SignUpInput = {
      address,
      // The password is hashed in every case: the time must not show whether there is an account.
      passwordHash: await this.passwords.hashForClaim(request.password, address),
      userMetadata: request.userMetadata,
      challenge,
      redirectTo: this.redirects.allowed(request.redirectTo),
    };
    const isMadeUp = address.endsWith(`@${this.tempEmailDomain}`);
    if (isMadeUp || this.autoconfirm) return this.registerConfirmed(input, isMadeUp, context);
    const charge = { budget: 'unknown' } as const;
    const demand = { slots: ['confirmation'], whom: address, address, charge, addressBudget: 'other' } as const;
    return this.mails.admit(demand, context, (manager) => this.registerUnconfirmed(manager, input, demand, context));
  }

  private async registerConfirmed(
    input: SignUpInput,
    isAnonymous: boolean,
    { device }: RequestContext,
  ): Promise<SessionAnswer> {
    const now = new Date();
    const user = this.userOf(input, now);
    Object.assign(user, { isAnonymous, emailConfirmedAt: now, lastSignInAt: now });
    if (!isAnonymous) user.userMetadata['email_verified'] = true;
    const session = await this.dataSource.transaction(async (manager) => {
      if (!(await insertEmailUser(manager, user, now))) throw new ServiceError('user_already_exists');
      return openSession(manager, user.id, { method: 'password', device }, now);
    });
    return this.answers.answer(user, session, now);
  }

  private async registerUnconfirmed(
    manager: EntityManager,
    input: SignUpInput,
    demand: MailDemand,
    context: RequestContext,
  ): Promise<UserAnswer> {
    const now = new Date();
    const fresh = this.userOf(input, now);
    Object.assign(fresh, { confirmationSentAt: now, isClaim: true });
    const user = (await insertEmailUser(manager, fresh, now)) ? fresh : await this.pending(manager, input.address, now);
    await this.intervals.enforce(manager, demand);
    // A confirmed address gets the same work and answer as a new one, with a random account id.
    const subject = user ?? fresh;
    await this.mails.request(
      manager,
      {
        userId: subject.id,
        kind: 'confirm_signup',
        address: input.address,
        redirectTo: input.redirectTo,
        flowStateId: await beginFlow(manager, subject.id, 'email/signup', input.challenge),
        claim: user ? claimOf(input.userMetadata, now, input.passwordHash) : null,
      },
      context,
    );
    if (user === undefined) return { ...toUserAnswer(fresh), role: '' };
    // Metadata of other sign-ups with the same address is not shown.
    return userAnswerOf(manager, Object.assign(fresh, { id: user.id, createdAt: user.createdAt }));
  }

  /** Returns the unconfirmed account of an address. Its password stays until one of its mails is confirmed. */
  private async pending(manager: EntityManager, address: string, now: Date): Promise<User | undefined> {
    const user = await lockAccount(manager, { email: address });
    if (user?.emailConfirmedAt !== null) return undefined;
    user.confirmationSentAt = now;
    await manager.update(User, user.id, { confirmationSentAt: now });
    return user;
  }

  private userOf({ address, passwordHash, userMetadata }: SignUpInput, now: Date): User {
    return newUser(
      {
        email: address,
        encryptedPassword: passwordHash,
        userMetadata: { ...userMetadata },
        appMetadata: emailAppMetadata,
      },
      now,
    );
  }
}
