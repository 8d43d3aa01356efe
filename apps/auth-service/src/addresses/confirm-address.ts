import type { RequestContext } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { type EntityManager, Not, type ObjectLiteral } from 'typeorm';
import { isContested } from '../mail-requests/claim.js';
import { MailIntervals } from '../mail-requests/mail-intervals.js';
import { MailRequests } from '../mail-requests/mail-requests.js';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.js';
import { needsBothSides } from '../accounts/pending-change.js';
import { Identity } from '../entities/identity.entity.js';
import { anonymousAppMetadata, emailAppMetadata, syncEmailIdentity } from '../accounts/new-user.js';
import { User } from '../entities/user.entity.js';
import type { Claim } from '../entities/mail-request.entity.js';
import { endSessions } from '../accounts/session-rows.js';
import { publishAccountConfirmed, removeAccount } from '../accounts/account-events.js';
import { Injectable } from '@nestjs/common';
import { lockAccount } from '../entities/read-account.js';

export type ChangeOutcome =
  | { kind: 'changed' }
  /** The other address has to confirm too. */
  | { kind: 'half' }
  /** Somebody else confirmed it first: the claim is void. */
  | { kind: 'taken' };

/** Makes an address count, in the transaction in which its owner has shown that it is theirs. */
@Injectable()
export class ConfirmAddress {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly mails: MailRequests,
    private readonly intervals: MailIntervals,
    private readonly outbox: Outbox,
  ) {}

  /**
   * The address the account has had from the start. Of all that was asked for under it only `followed` counts, and not
   * even that where others chose another password: what anybody else asked for goes, and sessions from before end.
   * @param followed claim of the sign-up whose mail it was; null: a mail to sign in or to recover, which chose no password
   * @returns the ids of the ended sessions, to be announced after the commit
   */
  async own(manager: EntityManager, user: User, followed: Claim | null, now: Date): Promise<string[]> {
    if (user.emailConfirmedAt !== null) return [];
    const claim = (await isContested(manager, user.id)) ? null : followed;
    const passwordHash = claim?.passwordHash ?? null;
    const told: ObjectLiteral = {
      ...(user.isClaim ? {} : user.userMetadata),
      ...claim?.userMetadata,
      email_verified: true,
    };
    const confirmed = {
      emailConfirmedAt: now,
      isClaim: false,
      newEmail: null,
      emailChangeConfirmed: null,
      userMetadata: told,
      updatedAt: now,
      // What an admin set stays unless its owner chose another.
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

  /** One side of a change of address. @throws QueryFailedError when another confirms the same address just now */
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

  /** The address moves; what was mailed to the old one is void. */
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

  /** An address belongs to whoever confirmed it. One that somebody only signed up with gives way. */
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
      // It never counted, so nobody was ever signed in to it: there are no sessions to tell of.
      await removeAccount(manager, this.outbox, holder.id, context);
    } else {
      await this.detachEmail(manager, holder);
    }
    return true;
  }

  /** Somebody uses this account, to which an admin gave the address. It goes on; without another way in, as a temporary one. */
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
 * Others have asked for the address that has just been confirmed: nobody waits for it any more. Whoever is being
 * confirmed at this moment is left out, not waited for; they find out by themselves.
 */
export async function endOtherClaims(manager: EntityManager, address: string, userId: string): Promise<void> {
  await manager.query(
    `UPDATE users SET new_email = NULL, email_change_confirmed = NULL WHERE id IN (
       SELECT id FROM users WHERE new_email = $1 AND id <> $2 FOR UPDATE SKIP LOCKED)`,
    [address, userId],
  );
}
