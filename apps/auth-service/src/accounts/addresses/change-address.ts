import { type RequestContext, ServiceError } from '@haru/contracts';
import type { EntityManager } from 'typeorm';
import { MailIntervals } from '../../mail/requests/mail-intervals.js';
import type { MailCharge } from '../../mail/requests/mail-limits.js';
import { type MailDemand, MailRequests } from '../../mail/requests/mail-requests.js';
import { OneTimeTokens } from '../../mail/tokens/one-time-tokens.js';
import { beginFlow, readChallenge } from '../../mail/links/pkce-flows.js';
import { Redirects } from '../../mail/links/redirects.js';
import { changeMails, needsBothSides } from './pending-change.js';
import { ConfirmAddress } from './confirm-address.js';
import { User } from '../../tables/account/user.entity.js';
import { Setting } from '../../settings.js';
import { Injectable } from '@nestjs/common';

interface AddressInput {
  redirectTo?: string | undefined;
  codeChallenge?: string | undefined;
  codeChallengeMethod?: string | undefined;
  isHeld?: boolean;
}

/** Requests a change of address. It takes effect once it is confirmed. */
@Injectable()
export class ChangeAddress {
  constructor(
    private readonly tokens: OneTimeTokens,
    private readonly mails: MailRequests,
    private readonly intervals: MailIntervals,
    private readonly redirects: Redirects,
    private readonly confirming: ConfirmAddress,
    @Setting('AUTH_TEMP_EMAIL_DOMAIN') private readonly tempEmailDomain: string,
    @Setting('AUTH_AUTOCONFIRM') private readonly autoconfirm: boolean,
  ) {}

  /**
   * The mails that the change needs; undefined if it needs none.
   * @throws ServiceError email_address_invalid for an address of temporary accounts
   */
  demandOf(user: User, address: string): MailDemand | undefined {
    if (address.endsWith(`@${this.tempEmailDomain}`)) throw new ServiceError('email_address_invalid');
    if (this.autoconfirm) return undefined;
    // One client can create any number of temporary accounts, and their mails all go to unknown addresses.
    const charge: MailCharge = needsBothSides(user) ? { budget: 'known', isKnown: true } : { budget: 'unknown' };
    return { slots: ['email_change_new'], whom: user.id, address, charge, addressBudget: 'other', isSilent: true };
  }

  /** Runs in the transaction of `MailRequests.admit`, which holds the account's lock. It updates `user` too. */
  async ask(
    manager: EntityManager,
    user: User,
    address: string,
    input: AddressInput,
    context: RequestContext,
  ): Promise<void> {
    const challenge = readChallenge(input);
    const now = new Date();
    user.newEmail = address;
    user.emailChangeConfirmed = null;
    if (this.autoconfirm) {
      const { kind } = await this.confirming.move(manager, user, context, now);
      if (kind === 'taken') throw new ServiceError('email_exists');
      return;
    }
    await this.intervals.enforce(manager, { slots: ['email_change_new'], whom: user.id });
    await this.intervals.note(manager, 'email_change_new', address);
    // Tokens for another address must not confirm this one.
    await this.tokens.withdraw(manager, user.id, ['email_change_new', 'email_change_current']);
    await this.mails.voidOpen(manager, user.id, ['email_change_new', 'email_change_current']);
    user.emailChangeSentAt = now;
    user.updatedAt = now;
    await manager.update(User, user.id, {
      newEmail: address,
      emailChangeConfirmed: null,
      emailChangeSentAt: now,
      updatedAt: now,
    });
    const flowStateId = await beginFlow(manager, user.id, 'email_change', challenge);
    const redirectTo = this.redirects.allowed(input.redirectTo);
    for (const mail of changeMails(user, address)) {
      const { isHeld } = input;
      await this.mails.request(manager, { userId: user.id, redirectTo, flowStateId, isHeld, ...mail }, context);
    }
  }
}
