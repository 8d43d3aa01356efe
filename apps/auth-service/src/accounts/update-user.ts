import {
  type SessionCaller,
  type accountMessages,
  type RequestContext,
  type RequestOf,
  ServiceError,
  type UserAnswer,
} from '@haru/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { MailRequests } from '../mail/requests/mail-requests.js';
import { OneTimeTokens } from '../mail/tokens/one-time-tokens.js';
import { Session } from '../tables/sign-in/session.entity.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { Sessions } from '../sessions/sessions.js';
import { parseEmail } from '../input/email-address.js';
import { ChangeAddress } from './addresses/change-address.js';
import { changePassword } from './change-password.js';
import { NamedAddresses } from './addresses/named-addresses.js';
import { checkNewPassword } from '../input/password-rules.js';
import { Passwords } from '../passwords/passwords.js';
import { Reauthentication } from './reauthentication.js';
import { userAnswerOf } from '../sessions/user-answer.js';
import { checkUserMetadata } from '../input/user-metadata.js';
import { User } from '../tables/account/user.entity.js';
import { findWithPassword, lockLiveAccount } from '../tables/account/read-account.js';
import { requiresMfa } from '../sessions/second-factor.js';
import { Injectable } from '@nestjs/common';

type UpdateRequest = RequestOf<typeof accountMessages.updateUser>;

@Injectable()
export class UpdateUser {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sessions: Sessions,
    private readonly passwords: Passwords,
    private readonly tokens: OneTimeTokens,
    private readonly mails: MailRequests,
    private readonly addresses: ChangeAddress,
    private readonly named: NamedAddresses,
    private readonly endedSessions: EndedSessions,
    private readonly reauthentication: Reauthentication,
  ) {}

  async update(request: UpdateRequest, caller: SessionCaller, context: RequestContext): Promise<UserAnswer> {
    const address = request.email === undefined ? undefined : parseEmail(request.email);
    if (request.password !== undefined) checkNewPassword(request.password);
    if (request.setsAppMetadata) throw new ServiceError('not_admin');
    const { id } = await this.sessions.requireUser(caller);
    await this.requireAssurance(request, caller);
    const known = await findWithPassword(this.dataSource.manager, { id });
    if (known === null) throw new ServiceError('user_not_found');
    if (request.password !== undefined && known.isAnonymous && address === undefined && known.newEmail === null) {
      throw new ServiceError('validation_failed', {
        status: 422,
        message: 'Updating password of an anonymous user without an email or phone is not allowed',
      });
    }
    const newAddress = address === known.email ? undefined : address;
    if (newAddress !== undefined) await this.named.requireFree(newAddress, id, context);
    if (request.password !== undefined) await this.reauthentication.require(request, known, caller);
    const newHash = await this.newPasswordHash(request, known);

    const update = async (manager: EntityManager, isHeld: boolean) => {
      const user = await lockLiveAccount(manager, { id });
      if (user === null) throw new ServiceError('user_not_found');
      // The session may have ended while the password was hashed: by a changed password, or by the second factor's
      // first use.
      if (newHash !== undefined || newAddress !== undefined) await requireSession(manager, caller);
      const ended = newHash === undefined ? [] : await this.setPassword(manager, user, newHash, caller, context);
      if (request.userMetadata !== undefined) await mergeMetadata(manager, user, request.userMetadata);
      const input = { ...request, isHeld };
      if (newAddress !== undefined) await this.addresses.ask(manager, user, newAddress, input, context);
      return { answer: await userAnswerOf(manager, user), ended };
    };
    const demand = newAddress === undefined ? undefined : this.addresses.demandOf(known, newAddress);
    const { answer, ended } = demand
      ? await this.mails.admit(demand, context, update)
      : await this.dataSource.transaction((manager) => update(manager, false));
    await this.endedSessions.announce(ended);
    return answer;
  }

  /** An account with a second factor needs it to change password or address. */
  private async requireAssurance({ email, password }: UpdateRequest, caller: SessionCaller): Promise<void> {
    if (email === undefined && password === undefined) return;
    if (await requiresMfa(this.dataSource.manager, caller)) throw new ServiceError('insufficient_aal');
  }

  private async newPasswordHash(request: UpdateRequest, user: User): Promise<string | undefined> {
    const { password } = request;
    if (password === undefined) return undefined;
    // To correct a mistyped address before it is confirmed, clients send the password again.
    const mayRepeat = user.isAnonymous || user.encryptedPassword === null;
    if (!mayRepeat && (await this.passwords.matches(user.encryptedPassword, password))) {
      throw new ServiceError('same_password');
    }
    return this.passwords.hash(password);
  }

  private setPassword(
    manager: EntityManager,
    user: User,
    passwordHash: string,
    { sessionId }: SessionCaller,
    context: RequestContext,
  ): Promise<string[]> {
    const { tokens, mails } = this;
    return changePassword(manager, { tokens, mails }, { user, passwordHash, keepSession: sessionId, context });
  }
}

/** @throws ServiceError session_not_found */
async function requireSession(manager: EntityManager, { accountId, sessionId }: SessionCaller): Promise<void> {
  const isLive = await manager.existsBy(Session, { id: sessionId, userId: accountId });
  if (!isLive) throw new ServiceError('session_not_found');
}

/** Null removes a member, as the public client expects. */
async function mergeMetadata(manager: EntityManager, user: User, changes: Record<string, unknown>): Promise<void> {
  const merged = Object.entries({ ...user.userMetadata, ...changes }).filter(([, value]) => value !== null);
  user.userMetadata = Object.fromEntries(merged);
  checkUserMetadata(user.userMetadata);
  user.updatedAt = new Date();
  await manager.update(User, user.id, { userMetadata: user.userMetadata, updatedAt: user.updatedAt });
}
