import { randomUUID } from 'node:crypto';
import {
  type SessionCaller,
  type signInMessages,
  type RequestContext,
  type RequestOf,
  ServiceError,
} from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { emailAppMetadata, insertEmailUser, newUser } from '../../accounts/new-user.js';
import { Setting } from '../../settings.js';
import { findByAddress, isConfirmed, lockByAddress } from '../../tables/account/read-account.js';
import { User } from '../../tables/account/user.entity.js';
import { parseEmail } from '../../input/email-address.js';
import { checkUserMetadata } from '../../input/user-metadata.js';
import { beginFlow, readChallenge } from '../../mail/links/pkce-flows.js';
import { Redirects } from '../../mail/links/redirects.js';
import { claimOf } from '../../mail/requests/claim.js';
import { MailIntervals } from '../../mail/requests/mail-intervals.js';
import { MailRequests } from '../../mail/requests/mail-requests.js';
import { Sessions } from '../../sessions/sessions.js';

type Payload<Name extends keyof typeof signInMessages> = RequestOf<(typeof signInMessages)[Name]>;

/**
 * Requests a mail: to recover, to sign in, or to reauthenticate. Neither the answer nor the work done shows
 * whether an address is known: an unknown one gets a mail request with a random account id.
 */
@Injectable()
export class AskForMail {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mails: MailRequests,
    private readonly intervals: MailIntervals,
    private readonly redirects: Redirects,
    private readonly sessions: Sessions,
    @Setting('AUTH_AUTOCONFIRM') private readonly autoconfirm: boolean,
  ) {}

  async recover(request: Payload<'recover'>, context: RequestContext): Promise<void> {
    const challenge = readChallenge(request);
    const address = parseEmail(request.email);
    const known = await findByAddress(this.dataSource.manager, address);
    const charge = { budget: 'recovery', isKnown: isConfirmed(known) } as const;
    const demand = { slots: ['recovery'], whom: address, address, charge, addressBudget: 'access' } as const;
    await this.mails.admit(demand, context, async (manager, isHeld) => {
      const userId = (await lockByAddress(manager, address))?.id ?? randomUUID();
      await this.intervals.enforce(manager, demand);
      await manager.update(User, userId, { recoverySentAt: new Date() });
      const flowStateId = await beginFlow(manager, userId, 'recovery', challenge);
      const redirectTo = this.redirects.allowed(request.redirectTo);
      const mail = { userId, kind: 'recovery', address, redirectTo, flowStateId, isHeld } as const;
      await this.mails.request(manager, mail, context);
    });
  }

  async sendOtp(request: Payload<'sendOtp'>, context: RequestContext): Promise<void> {
    const challenge = readChallenge(request);
    const address = parseEmail(request.email);
    checkUserMetadata(request.userMetadata);
    const known = await findByAddress(this.dataSource.manager, address);
    if (known === null && !request.createUser) throw new ServiceError('otp_disabled');
    const isKnown = known === null ? this.autoconfirm : isConfirmed(known);
    // Both slots are noted in either case: later answers must not show whether the address is confirmed.
    const slots = ['confirmation', 'recovery'] as const;
    const charge = { budget: 'known', isKnown } as const;
    const demand = { slots, whom: address, address, charge, addressBudget: 'access' } as const;
    await this.mails.admit(demand, context, async (manager, isHeld) => {
      const now = new Date();
      const user = request.createUser
        ? await this.findOrMake(manager, address, request.userMetadata, now)
        : await lockByAddress(manager, address);
      if (user === null) throw new ServiceError('otp_disabled');
      await this.intervals.enforce(manager, demand);
      const [kind, sentAt, method] =
        user.emailConfirmedAt === null
          ? (['confirm_signup', 'confirmationSentAt', 'email/signup'] as const)
          : (['magic_link', 'recoverySentAt', 'magiclink'] as const);
      await manager.update(User, user.id, { [sentAt]: now });
      const flowStateId = await beginFlow(manager, user.id, method, challenge);
      const redirectTo = this.redirects.allowed(request.redirectTo);
      const claim = user.emailConfirmedAt === null ? claimOf(request.userMetadata, now) : null;
      const mail = { userId: user.id, kind, address, redirectTo, flowStateId, claim, isHeld };
      await this.mails.request(manager, mail, context);
    });
  }

  async reauthenticate(caller: SessionCaller, context: RequestContext): Promise<void> {
    const user = await this.sessions.requireUser(caller);
    const address = user.email;
    if (address === null || user.isAnonymous) {
      throw new ServiceError('validation_failed', { message: 'Reauthentication requires the user to have an email' });
    }
    if (user.emailConfirmedAt === null) throw new ServiceError('email_not_confirmed', { status: 422 });
    const charge = { budget: 'known', isKnown: true } as const;
    const demand = { slots: ['reauthentication'], whom: user.id, address, charge, addressBudget: 'own' } as const;
    await this.mails.admit(demand, context, async (manager) => {
      await this.intervals.enforce(manager, demand);
      await manager.update(User, user.id, { reauthenticationSentAt: new Date() });
      await this.mails.request(manager, { userId: user.id, kind: 'reauthentication', address }, context);
    });
  }

  private async findOrMake(
    manager: EntityManager,
    address: string,
    userMetadata: Record<string, unknown>,
    now: Date,
  ): Promise<User | null> {
    const fresh = newUser({ email: address, userMetadata: { ...userMetadata }, appMetadata: emailAppMetadata }, now);
    if (this.autoconfirm) fresh.emailConfirmedAt = now;
    else fresh.isClaim = true;
    return (await insertEmailUser(manager, fresh, now)) ? fresh : lockByAddress(manager, address);
  }
}
