import type { RequestContext } from '@haru/contracts';
import type { Outbox } from '@haru/events';
import { type EntityManager, Not } from 'typeorm';
import type { MailRequests } from '../one-time-tokens/mail-requests.js';
import type { OneTimeTokens } from '../one-time-tokens/one-time-tokens.js';
import { needsBothSides } from './pending-change.js';
import { Identity } from './identity.entity.js';
import { emailAppMetadata, syncEmailIdentity } from './new-user.js';
import { removeAccount } from './remove-account.js';
import { User } from './user.entity.js';

export type ChangeOutcome =
  | { kind: 'changed' }
  /** The other address has to confirm too. */
  | { kind: 'half' }
  /** Somebody else confirmed it first: the claim is void. */
  | { kind: 'taken' };

/** Makes an address count, in the transaction in which its owner has shown that it is theirs. */
export class ConfirmAddress {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly mails: MailRequests,
    private readonly outbox: Outbox,
  ) {}

  /** The address the account has had from the start. */
  async own(manager: EntityManager, user: User, now: Date): Promise<void> {
    if (user.emailConfirmedAt !== null) return;
    user.emailConfirmedAt = now;
    user.userMetadata = { ...user.userMetadata, email_verified: true };
    await manager.update(User, user.id, {
      emailConfirmedAt: now,
      userMetadata: user.userMetadata,
      updatedAt: now,
    });
    await syncEmailIdentity(manager, user, now);
    if (user.email !== null) await this.mails.forgetInterval(manager, 'confirmation', user.email);
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
    const free = await this.makeFree(manager, address, user.id, context);
    const old = needsBothSides(user) ? user.email : null;
    const claimed = free
      ? {
          email: address,
          emailConfirmedAt: now,
          isAnonymous: false,
          userMetadata: { ...user.userMetadata, email_verified: true },
          ...(user.isAnonymous ? { appMetadata: emailAppMetadata } : {}),
        }
      : {};
    Object.assign(user, claimed, { newEmail: null, emailChangeConfirmed: null, updatedAt: now });
    await manager.update(User, user.id, { ...claimed, newEmail: null, emailChangeConfirmed: null, updatedAt: now });
    await this.tokens.voidAll(manager, user.id);
    if (!free) return { kind: 'taken' };
    await syncEmailIdentity(manager, user, now);
    await this.mails.forgetInterval(manager, 'email_change_new', user.id);
    if (old !== null) {
      const notice = { userId: user.id, kind: 'notice_email_changed' as const, address: old };
      await this.mails.request(manager, notice, context);
    }
    return { kind: 'changed' };
  }

  /** An address belongs to whoever confirmed it. One that somebody only signed up with gives way. */
  private async makeFree(
    manager: EntityManager,
    address: string,
    userId: string,
    context: RequestContext,
  ): Promise<boolean> {
    const holder = await manager.findOne(User, {
      where: { email: address, id: Not(userId) },
      lock: { mode: 'pessimistic_write' },
    });
    if (holder === null) return true;
    if (holder.emailConfirmedAt !== null) return false;
    if (await manager.existsBy(Identity, { userId: holder.id, provider: Not('email') })) {
      await manager.delete(Identity, { userId: holder.id, provider: 'email' });
      await manager.update(User, holder.id, { email: null, encryptedPassword: null });
      await this.tokens.voidAll(manager, holder.id);
    } else {
      // It never counted, so nobody was ever signed in to it: there are no sessions to tell of.
      await removeAccount(manager, this.outbox, holder.id, context);
    }
    return true;
  }
}
