import { adminActOf, type AdminUserBody, type RequestContext, ServiceError, type UserAnswer } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { DataSource, type EntityManager, Not } from 'typeorm';
import { changePassword, voidOutstanding } from '../own-account/change-password.js';
import { Identity } from '../entities/identity.entity.js';
import { emailAppMetadata, insertEmailUser, newUser, syncEmailIdentity } from '../accounts/new-user.js';
import { Passwords } from '../passwords/passwords.js';
import { checkUserMetadata } from '../input/user-metadata.js';
import { userAnswerOf, userAnswersOf } from '../accounts/user-answer.js';
import { User } from '../entities/user.entity.js';
import { writeAuditEntry } from '../audit/write-audit-entry.js';
import { Factor } from '../entities/factor.entity.js';
import { FlowState } from '../entities/flow-state.entity.js';
import { MailRequest } from '../entities/mail-request.entity.js';
import { MailRequests } from '../mail-requests/mail-requests.js';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { Session } from '../entities/session.entity.js';
import { banUser, unbanUser } from './bans.js';
import { mergeMetadata, readChosenId, readUserChanges, type UserChanges } from './user-changes.js';
import { endSessions } from '../accounts/session-rows.js';
import { publishAccountConfirmed, removeAccount } from '../accounts/account-events.js';
import { Injectable } from '@nestjs/common';
import { lockAccount, lockLiveAccount } from '../entities/read-account.js';

/** The reason that the owner sees if the service key bans the account. */
const REASON_OF_SERVICE = 'アカウントの利用が停止されたため';

/** What the service key may do with accounts. */
@Injectable()
export class AdminAccounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: Passwords,
    private readonly tokens: OneTimeTokens,
    private readonly mails: MailRequests,
    private readonly outbox: Outbox,
    private readonly endedSessions: EndedSessions,
  ) {}

  /** Newest first, with the number of all. */
  async list({ page, perPage }: { page: number; perPage: number }): Promise<{ users: UserAnswer[]; total: number }> {
    const { manager } = this.dataSource;
    const [users, total] = await manager.findAndCount(User, {
      order: { createdAt: 'DESC', id: 'ASC' },
      skip: (page - 1) * perPage,
      take: perPage,
    });
    return { users: await userAnswersOf(manager, users), total };
  }

  async find(accountId: string): Promise<User> {
    const user = await this.dataSource.manager.findOneBy(User, { id: accountId });
    if (user === null) throw notFound();
    return user;
  }

  async get(accountId: string): Promise<UserAnswer> {
    return userAnswerOf(this.dataSource.manager, await this.find(accountId));
  }

  async create(body: AdminUserBody): Promise<UserAnswer> {
    const now = new Date();
    const id = readChosenId(body);
    const changes = await readUserChanges(body, this.passwords, now);
    if (changes.email === undefined) {
      throw new ServiceError('validation_failed', { message: 'Cannot create a user without an email' });
    }
    const user = newUser(
      {
        ...(id === undefined ? {} : { id }),
        email: changes.email,
        encryptedPassword: changes.passwordHash ?? null,
        userMetadata: changes.userMetadata,
        appMetadata: { ...emailAppMetadata, ...changes.appMetadata },
        bannedUntil: changes.bannedUntil ?? null,
      },
      now,
    );
    if (changes.confirmsEmail) confirmEmail(user, now);
    return this.dataSource.transaction(async (manager) => {
      if (await manager.existsBy(User, { id: user.id })) {
        throw new ServiceError('validation_failed', { message: 'A user with this id exists' });
      }
      if (!(await insertEmailUser(manager, user, now))) throw new ServiceError('email_exists');
      return userAnswerOf(manager, user);
    });
  }

  /**
   * A new password ends every session. A ban keeps them, but they are refused. Both are announced to the gateways. The
   * owner gets a notice of a new password or address, and sites-service an event for a ban and its end.
   */
  async update(accountId: string, body: AdminUserBody, context: RequestContext): Promise<UserAnswer> {
    const now = new Date();
    const changes = await readUserChanges(body, this.passwords, now);
    const { answer, sessionIds } = await this.dataSource.transaction(async (manager) => {
      const user = await lockLiveAccount(manager, { id: accountId });
      if (user === null) throw notFound();
      if (changes.email !== undefined) await this.moveTo(manager, user, changes.email, context);
      apply(user, changes, now);
      await manager.save(User, user, { reload: false });
      if (user.email !== null && !user.isAnonymous) await syncEmailIdentity(manager, user, now);
      if (changes.bannedUntil !== undefined) await this.setBan(manager, user, changes.bannedUntil, context);
      const sessionIds = await this.affectedSessions(manager, user, changes, context);
      return { answer: await userAnswerOf(manager, user), sessionIds };
    });
    await this.endedSessions.announce(sessionIds);
    return answer;
  }

  async delete(accountId: string, softly: boolean, context: RequestContext): Promise<void> {
    const sessionIds = await this.dataSource.transaction(async (manager) => {
      const lock = softly ? lockLiveAccount : lockAccount;
      const user = await lock(manager, { id: accountId });
      if (user === null) throw notFound();
      if (!softly) return removeAccount(manager, this.outbox, accountId, context);
      return emptyAccount(manager, user);
    });
    await this.endedSessions.announce(sessionIds);
  }

  private async affectedSessions(
    manager: EntityManager,
    user: User,
    { passwordHash, bannedUntil }: UserChanges,
    context: RequestContext,
  ): Promise<string[]> {
    const { tokens, mails } = this;
    if (passwordHash !== undefined) return changePassword(manager, { tokens, mails }, { user, passwordHash, context });
    if (bannedUntil === undefined) return [];
    const sessions = await manager.find(Session, { where: { userId: user.id }, select: { id: true } });
    return sessions.map(({ id }) => id);
  }

  /** Like an admin's ban, but it may have an end, and it gives no reason of its own. */
  private async setBan(manager: EntityManager, user: User, until: Date | null, context: RequestContext): Promise<void> {
    if (until === null && user.bannedUntil === null) return;
    const subject = { kind: 'account' as const, id: user.id };
    if (until === null) {
      await unbanUser(manager, this.outbox, user, context);
      await writeAuditEntry(manager, adminActOf(context.caller, { action: 'unbanAccount', subject }));
      return;
    }
    await banUser(manager, this.outbox, { user, until, reason: REASON_OF_SERVICE }, context);
    const details = { until: until.toISOString() };
    await writeAuditEntry(manager, adminActOf(context.caller, { action: 'banAccount', subject, details }));
  }

  private async moveTo(manager: EntityManager, user: User, email: string, context: RequestContext): Promise<void> {
    if (await manager.existsBy(User, { email, id: Not(user.id) })) throw new ServiceError('email_exists');
    const { tokens, mails } = this;
    await voidOutstanding(manager, { tokens, mails }, user.id);
    if (user.email !== null && user.email !== email && user.emailConfirmedAt !== null && !user.isAnonymous) {
      const notice = { userId: user.id, kind: 'notice_email_changed' as const, address: user.email };
      await mails.request(manager, notice, context);
    }
    user.email = email;
    user.newEmail = null;
    user.emailChangeConfirmed = null;
    if (user.isAnonymous) {
      user.isAnonymous = false;
      user.appMetadata = { ...user.appMetadata, ...emailAppMetadata };
      user.emailConfirmedAt = null;
      await publishAccountConfirmed(manager, this.outbox, user.id, context);
    }
  }
}

function apply(user: User, changes: UserChanges, now: Date): void {
  user.userMetadata = mergeMetadata(user.userMetadata, changes.userMetadata);
  user.appMetadata = mergeMetadata(user.appMetadata, changes.appMetadata);
  checkUserMetadata(user.userMetadata);
  checkUserMetadata(user.appMetadata);
  if (changes.confirmsEmail && user.emailConfirmedAt === null && !user.isAnonymous) confirmEmail(user, now);
  // What an admin set is no longer a mere claim.
  if (changes.email !== undefined || changes.passwordHash !== undefined || changes.confirmsEmail) user.isClaim = false;
  user.updatedAt = now;
}

function confirmEmail(user: User, now: Date): void {
  user.emailConfirmedAt = now;
  user.userMetadata = { ...user.userMetadata, email_verified: true };
}

/** Keeps only the row with its id, so that the address is free. */
async function emptyAccount(manager: EntityManager, { id }: User): Promise<string[]> {
  const sessionIds = await endSessions(manager, { userId: id });
  for (const entity of [Identity, Factor, FlowState, MailRequest]) await manager.delete(entity, { userId: id });
  await manager.query('DELETE FROM one_time_tokens WHERE user_id = $1', [id]);
  await manager.update(User, id, {
    email: null,
    newEmail: null,
    emailChangeConfirmed: null,
    encryptedPassword: null,
    userMetadata: {},
    appMetadata: {},
    haruRole: null,
    banReason: null,
    deletedAt: new Date(),
  });
  return sessionIds;
}

function notFound(): ServiceError {
  return new ServiceError('user_not_found', { status: 404, message: 'User not found' });
}
