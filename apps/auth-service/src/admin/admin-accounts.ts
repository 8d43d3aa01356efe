import { type AdminUserBody, type RequestContext, ServiceError, type UserAnswer } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { removeAccount } from '../accounts/account-events.js';
import { emailAppMetadata, insertEmailUser, newUser } from '../accounts/new-user.js';
import { endSessions } from '../sessions/session-rows.js';
import { userAnswerOf, userAnswersOf } from '../sessions/user-answer.js';
import { Key } from '../tables/account/key.entity.js';
import { ManagementLink } from '../tables/account/management-link.entity.js';
import { Identity } from '../tables/account/identity.entity.js';
import { lockAccount, lockLiveAccount } from '../tables/account/read-account.js';
import { User } from '../tables/account/user.entity.js';
import { FlowState } from '../tables/mail/flow-state.entity.js';
import { MailRequest } from '../tables/mail/mail-request.entity.js';
import { Factor } from '../tables/sign-in/factor.entity.js';
import { Passwords } from '../passwords/passwords.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { confirmEmail, readChosenId, readUserChanges, userNotFound } from './user-changes.js';

/** Reads, creates and deletes accounts for the service key. */
@Injectable()
export class AdminAccounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: Passwords,
    private readonly outbox: Outbox,
    private readonly endedSessions: EndedSessions,
  ) {}

  /** Lists accounts, newest first, with the number of all. */
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
    if (user === null) throw userNotFound();
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

  async delete(accountId: string, softly: boolean, context: RequestContext): Promise<void> {
    const sessionIds = await this.dataSource.transaction(async (manager) => {
      const lock = softly ? lockLiveAccount : lockAccount;
      const user = await lock(manager, { id: accountId });
      if (user === null) throw userNotFound();
      if (!softly) return removeAccount(manager, this.outbox, accountId, context);
      return emptyAccount(manager, user);
    });
    await this.endedSessions.announce(sessionIds);
  }
}

/** Keeps only the row with its id, so that the address is free. */
async function emptyAccount(manager: EntityManager, { id }: User): Promise<string[]> {
  const sessionIds = await endSessions(manager, { userId: id });
  for (const entity of [Identity, ManagementLink, Key, Factor, FlowState, MailRequest]) {
    await manager.delete(entity, { userId: id });
  }
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
