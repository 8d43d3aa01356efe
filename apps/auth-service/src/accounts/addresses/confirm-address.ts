import type { RequestContext } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { type EntityManager, Not, type ObjectLiteral } from 'typeorm';
import { isContested } from '../../mail/requests/claim.js';
import { MailIntervals } from '../../mail/requests/mail-intervals.js';
import { MailRequests } from '../../mail/requests/mail-requests.js';
import { OneTimeTokens } from '../../mail/tokens/one-time-tokens.js';
import { needsBothSides } from './pending-change.js';
import { Identity } from '../../tables/account/identity.entity.js';
import { anonymousAppMetadata, emailAppMetadata, syncEmailIdentity } from '../new-user.js';
import { User } from '../../tables/account/user.entity.js';
import type { Claim } from '../../tables/mail/mail-request.entity.js';
import { endSessions } from '../../sessions/session-rows.js';
import { publishAccountConfirmed, removeAccount } from '../account-events.js';
import { Injectable } from '@nestjs/common';
import { lockAccount } from '../../tables/account/read-account.js';

type ChangeOutcome =
  | { kind: 'changed' }
  /** The other address has to confirm too. */
  | { kind: 'half' }
  /** Another account confirmed the address first: the claim is void. */
  | { kind: 'taken' };

/** Confirms an address, in the transaction in which its owner proved it. */
@Injectable()
export class ConfirmAddress {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly mails: MailRequests,
    private readonly intervals: MailIntervals,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Confirms the address that the account was created with. Only the claim `followed` is applied, and no claim at all if
   * the claims chose different passwords. The other claims are deleted and all sessions end.
   * @param followed claim of the sign-up that sent the mail; null: a mail to sign in or to recover, which chose no password
   * @returns the ids of the ended sessions, to be announced after the commit
   */
  async own(manager: EntityManager, user: User, followed: Claim | null, now: Date): Promise<string[]> {
    if (user.emailConfirmedAt !== null) return [];
    const claim = (await isContested(manager, user.id)) ? null : followed;
    const passwordHash = claim?.passwordHash ?? null;
    const userMetadata: ObjectLiteral = {
      ...(user.isClaim ? {} : user.userMetadata),
      ...claim?.userMetadata,
      email_verified: true,
    };
    const confirmed = {
      emailConfirmedAt: now,
      isClaim: false,
      newEmail: null,
      emailChangeConfirmed: null,
      userMetadata,
      updatedAt: now,
      // A password that an admin set stays unless the owner chose another.
      ...(user.isClaim || passwordHash !== null ? { encryptedPassword: passwordHash } : {}),
    };
    Object.assign(user, confirmed);
    await manager.update(User, user.id, confirmed);
    await this.tokens.voidAll(manager, user.id);
    await this.mails.forgetClaims(manager, user.id);
    await syncEmailIdentity(manager, user, now);
    if (user.email !== null) {
      for (const slot of ['confirmation', 'recovery'] as const) {
        await this.intervals.forget(manager, slot, user.email);
      }
      await endOtherClaims(manager, user.email, user.id);
    }
    return endSessions(manager, { userId: user.id });
  }

  /** Confirms one side. @throws QueryFailedError if another account confirms the same address concurrently */
  async change(
    manager: EntityManager,
    user: User,
    side: 'email_change_current' | 'email_change_new',
    context: RequestContext,
    now: Date,
  ): Promise<ChangeOutcome> {
    if (needsBothSides(user) && (user.emailChangeConfirmed === null || user.emailChangeConfirmed === side)) {
      user.emailChangeConfirmed = side;
      await manager.update(User, user.id, { emailChangeConfirmed: side });
      return { kind: 'half' };
    }
    return this.move(manager, user, context, now);
  }

  /** Completes the change of address and voids tokens that were mailed before. */
  async move(manager: EntityManager, user: User, context: RequestContext, now: Date): Promise<ChangeOutcome> {
    const address = user.newEmail;
    if (address === null) return { kind: 'taken' };
    const free = await this.releaseEmail(manager, address, user.id, context);
    const old = needsBothSides(user) ? user.email : null;
    const wasTemporary = user.isAnonymous;
    const claimed = free
      ? {
          email: address,
          emailConfirmedAt: now,
          isAnonymous: false,
          userMetadata: { ...user.userMetadata, email_verified: true },
          ...(wasTemporary ? { appMetadata: emailAppMetadata } : {}),
        }
      : {};
    Object.assign(user, claimed, { newEmail: null, emailChangeConfirmed: null, updatedAt: now });
    await manager.update(User, user.id, { ...claimed, newEmail: null, emailChangeConfirmed: null, updatedAt: now });
    await this.tokens.voidAll(manager, user.id);
    if (!free) return { kind: 'taken' };
    if (wasTemporary) await publishAccountConfirmed(manager, this.outbox, user.id, context);
    await endOtherClaims(manager, address, user.id);
    await syncEmailIdentity(manager, user, now);
    await this.intervals.forget(manager, 'email_change_new', user.id);
    if (old !== null) {
      const notice = { userId: user.id, kind: 'notice_email_changed' as const, address: old };
      await this.mails.request(manager, notice, context);
    }
    return { kind: 'changed' };
  }

  /** An unconfirmed account loses the address. @returns false if another account has confirmed it */
  private async releaseEmail(
    manager: EntityManager,
    address: string,
    userId: string,
    context: RequestContext,
  ): Promise<boolean> {
    const holder = await lockAccount(manager, { email: address, id: Not(userId) });
    if (holder === null) return true;
    if (holder.emailConfirmedAt !== null) return false;
    if (holder.isClaim) {
      // It was never confirmed, so it has no sessions to announce.
      await removeAccount(manager, this.outbox, holder.id, context);
    } else {
      await this.detachEmail(manager, holder);
    }
    return true;
  }

  /** An admin set the address of an account in use. Without another way to sign in the account becomes temporary. */
  private async detachEmail(manager: EntityManager, holder: User): Promise<void> {
    await manager.delete(Identity, { userId: holder.id, provider: 'email' });
    const hasOtherWay = await manager.existsBy(Identity, { userId: holder.id });
    await manager.update(User, holder.id, {
      email: null,
      encryptedPassword: null,
      ...(hasOtherWay ? {} : { isAnonymous: true, appMetadata: anonymousAppMetadata }),
    });
    await this.tokens.voidAll(manager, holder.id);
  }
}

/**
 * Cancels the other accounts' changes to an address that has just been confirmed. Locked accounts are skipped, which
 * prevents deadlocks: their own confirmation finds the address taken.
 */
export async function endOtherClaims(manager: EntityManager, address: string, userId: string): Promise<void> {
  await manager.query(
    `UPDATE users SET new_email = NULL, email_change_confirmed = NULL WHERE id IN (
       SELECT id FROM users WHERE new_email = $1 AND id <> $2 FOR UPDATE SKIP LOCKED)`,
    [address, userId],
  );
}
