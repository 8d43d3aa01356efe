import { type RequestContext, ServiceError, type SessionAnswer } from '@haru/contracts';
import { DataSource } from 'typeorm';
import { ownerOfAuthCode, redeemAuthCode } from '../mail/links/pkce-flows.js';
import { SessionAnswers } from '../sessions/session-answers.js';
import { isBanned } from '../sessions/session-state.js';
import { emailOrUndefined } from '../input/email-address.js';
import { Passwords } from '../passwords/passwords.js';
import { User } from '../tables/account/user.entity.js';
import { findWithPassword, lockLiveAccount } from '../tables/account/read-account.js';
import { signInSession } from '../sessions/session-rows.js';
import { Injectable } from '@nestjs/common';

/** Signs in with a password, or with the code of a PKCE flow. */
@Injectable()
export class SignIn {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: Passwords,
    private readonly answers: SessionAnswers,
  ) {}

  /** An unknown address, an account without a password and a wrong password take the same time and get the same error. */
  async withPassword(email: string, password: string, context: RequestContext): Promise<SessionAnswer> {
    this.passwords.refuseIfBusy();
    const address = emailOrUndefined(email);
    const user = address === undefined ? null : await findWithPassword(this.dataSource.manager, { email: address });
    if (user !== null && isBanned(user, new Date())) throw new ServiceError('user_banned');
    const passwordHash = user?.encryptedPassword ?? null;
    const matches = await this.passwords.matches(passwordHash, password);
    if (!matches || user === null || passwordHash === null) throw new ServiceError('invalid_credentials');
    if (user.emailConfirmedAt === null) throw new ServiceError('email_not_confirmed');
    const renewed = this.passwords.isOutdated(passwordHash) ? await this.passwords.hash(password) : undefined;
    return this.open(user.id, passwordHash, renewed, context);
  }

  /** @throws ServiceError flow_state_not_found, flow_state_expired, bad_code_verifier, user_banned */
  async withCode(authCode: string, codeVerifier: string, { device }: RequestContext): Promise<SessionAnswer> {
    const now = new Date();
    const { user, session } = await this.dataSource.transaction(async (manager) => {
      const id = await ownerOfAuthCode(manager, authCode);
      if (id === undefined) throw new ServiceError('flow_state_not_found');
      const user = await lockLiveAccount(manager, { id });
      if (user === null) throw new ServiceError('flow_state_not_found');
      const flow = await redeemAuthCode(manager, authCode, codeVerifier);
      if (isBanned(user, now)) throw new ServiceError('user_banned');
      return { user, session: await signInSession(manager, user, { method: flow.method, device }, now) };
    });
    return this.answers.answer(user, session, now);
  }

  /** The hash that matched must still be the account's: a concurrent password change must not leave a session open. */
  private async open(
    userId: string,
    passwordHash: string,
    renewedHash: string | undefined,
    { device }: RequestContext,
  ): Promise<SessionAnswer> {
    const now = new Date();
    const { user, session } = await this.dataSource.transaction(async (manager) => {
      const user = await lockLiveAccount(manager, { id: userId, encryptedPassword: passwordHash });
      if (user === null) throw new ServiceError('invalid_credentials');
      if (isBanned(user, now)) throw new ServiceError('user_banned');
      if (renewedHash !== undefined) await manager.update(User, userId, { encryptedPassword: renewedHash });
      return { user, session: await signInSession(manager, user, { method: 'password', device }, now) };
    });
    return this.answers.answer(user, session, now);
  }
}
