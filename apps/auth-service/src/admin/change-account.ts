import { adminActOf, type AdminUserBody, type RequestContext, ServiceError, type UserAnswer } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, Not } from 'typeorm';
import { publishAccountConfirmed } from '../accounts/account-events.js';
import { emailAppMetadata, syncEmailIdentity } from '../accounts/new-user.js';
import { userAnswerOf } from '../sessions/user-answer.js';
import { writeAuditEntry } from '../audit/write-audit-entry.js';
import { lockLiveAccount } from '../tables/account/read-account.js';
import { User } from '../tables/account/user.entity.js';
import { Session } from '../tables/sign-in/session.entity.js';
import { checkUserMetadata } from '../input/user-metadata.js';
import { MailRequests } from '../mail/requests/mail-requests.js';
import { OneTimeTokens } from '../mail/tokens/one-time-tokens.js';
import { changePassword, voidOutstanding } from '../accounts/change-password.js';
import { Passwords } from '../passwords/passwords.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { banUser, unbanUser } from './bans.js';
import { confirmEmail, mergeMetadata, readUserChanges, type UserChanges, userNotFound } from './user-changes.js';

/** The owner sees this reason if the service key bans the account. */
const REASON_OF_SERVICE = 'アカウントの利用が停止されたため';

/** Changes an account for the service key. */
@Injectable()
export class ChangeAccount {
  constructor(
    private readonly dataSource: DataSource,
    private readonly passwords: Passwords,
    private readonly tokens: OneTimeTokens,
    private readonly mails: MailRequests,
    private readonly outbox: Outbox,
    private readonly endedSessions: EndedSessions,
  ) {}

  /**
   * A new password ends every session. A ban keeps them, but they are refused. Both are announced to the gateways. The
   * owner gets a notice of a new password or address, and sites-service an event for a ban and its end.
   */
  async change(accountId: string, body: AdminUserBody, context: RequestContext): Promise<UserAnswer> {
    const now = new Date();
    const changes = await readUserChanges(body, this.passwords, now);
    const { answer, sessionIds } = await this.dataSource.transaction(async (manager) => {
      const user = await lockLiveAccount(manager, { id: accountId });
      if (user === null) throw userNotFound();
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

  /** Sets a ban as an admin does, but it may have an end and gives no reason of its own. */
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
  // A value that an admin set is no longer a mere claim.
  if (changes.email !== undefined || changes.passwordHash !== undefined || changes.confirmsEmail) user.isClaim = false;
  user.updatedAt = now;
}
