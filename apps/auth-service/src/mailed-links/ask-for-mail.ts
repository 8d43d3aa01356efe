import { randomUUID } from 'node:crypto';
import {
  type AccountCaller,
  type Caller,
  type RequestContext,
  type RequestOf,
  ServiceError,
  type accountMessages,
} from '@haru/contracts';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { claimOf } from '../mail-requests/claim.js';
import type { MailCharge } from '../mail-requests/mail-limits.js';
import { MailIntervals } from '../mail-requests/mail-intervals.js';
import { MailRequests } from '../mail-requests/mail-requests.js';
import { beginFlow, type CodeChallenge, readChallenge } from '../links/pkce-flows.js';
import { Redirects } from '../links/redirects.js';
import { Sessions } from '../sessions/sessions.js';
import { parseEmail } from '../input/email-address.js';
import { emailAppMetadata, insertEmailUser, newUser } from '../accounts/new-user.js';
import { changeMails } from '../accounts/pending-change.js';
import { checkUserMetadata } from '../input/user-metadata.js';
import { lockAccount } from '../entities/read-account.js';
import { User } from '../entities/user.entity.js';
import { AUTH_CONFIG, type AuthServiceConfig } from '../config.js';
import { Inject, Injectable } from '@nestjs/common';

/** A mail to send again. */
interface Repeat {
  challenge: CodeChallenge | undefined;
  address: string;
  redirectTo: string | undefined;
}

type Request<Name extends keyof typeof accountMessages> = RequestOf<(typeof accountMessages)[Name]>;

/**
 * Requests a mail: to recover, to sign in, to reauthenticate, or a mail again. Neither the answer nor the work done shows
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
    @Inject(AUTH_CONFIG) private readonly config: Pick<AuthServiceConfig, 'AUTH_AUTOCONFIRM'>,
  ) {}

  async recover(request: Request<'recover'>, context: RequestContext): Promise<void> {
    const challenge = readChallenge(request);
    const address = parseEmail(request.email);
    const known = await findByAddress(this.dataSource.manager, address);
    const charge = { budget: 'recovery', isKnown: isConfirmed(known) } as const;
    const demand = { slots: ['recovery'], whom: address, address, charge } as const;
    await this.mails.admit(demand, context, async (manager, isHeld) => {
      const userId = (await lockByAddress(manager, address))?.id ?? randomUUID();
      await this.intervals.keep(manager, demand);
      await manager.update(User, userId, { recoverySentAt: new Date() });
      const flowStateId = await beginFlow(manager, userId, 'recovery', challenge);
      const redirectTo = this.redirects.allowed(request.redirectTo);
      const mail = { userId, kind: 'recovery', address, redirectTo, flowStateId, isHeld } as const;
      await this.mails.request(manager, mail, context);
    });
  }

  async sendOtp(request: Request<'sendOtp'>, context: RequestContext): Promise<void> {
    const challenge = readChallenge(request);
    const address = parseEmail(request.email);
    checkUserMetadata(request.userMetadata);
    const known = await findByAddress(this.dataSource.manager, address);
    if (known === null && !request.createUser) throw new ServiceError('otp_disabled');
    const isKnown = known === null ? this.config.AUTH_AUTOCONFIRM : isConfirmed(known);
    // Both slots in either case: later answers must not show whether the address is confirmed.
    const slots = ['confirmation', 'recovery'] as const;
    const demand = { slots, whom: address, address, charge: { budget: 'known', isKnown } } as const;
    await this.mails.admit(demand, context, async (manager, isHeld) => {
      const now = new Date();
      const user = request.createUser
        ? await this.findOrMake(manager, address, request.userMetadata, now)
        : await lockByAddress(manager, address);
      if (user === null) throw new ServiceError('otp_disabled');
      await this.intervals.keep(manager, demand);
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

  async resend(request: Request<'resend'>, context: RequestContext): Promise<void> {
    if (request.type !== 'signup' && request.type !== 'email_change') {
      throw new ServiceError('validation_failed', { message: 'type must be signup or email_change' });
    }
    const again = {
      challenge: readChallenge(request),
      address: parseEmail(request.email),
      redirectTo: this.redirects.allowed(request.redirectTo),
    };
    await (request.type === 'signup' ? this.resendSignUp(again, context) : this.resendChange(again, context));
  }

  private async resendChange({ challenge, address, redirectTo }: Repeat, context: RequestContext): Promise<void> {
    const pending = await findPendingChange(this.dataSource.manager, address, context.caller);
    const charge = chargeOf(pending, context);
    const demand = { slots: ['email_change_new'], whom: address, address, charge } as const;
    await this.mails.admit(demand, context, async (manager) => {
      const user = await findPendingChange(manager, address, context.caller, 'pessimistic_write');
      await this.intervals.keep(manager, demand);
      const userId = user?.id ?? randomUUID();
      await manager.update(User, userId, { emailChangeSentAt: new Date() });
      const flowStateId = await beginFlow(manager, userId, 'email_change', challenge);
      if (!(await this.mails.mayMailClaim(manager, user?.newEmail ?? address))) return;
      for (const mail of changeMails(user, address)) {
        await this.mails.request(manager, { userId, redirectTo, flowStateId, ...mail }, context);
      }
    });
  }

  private async resendSignUp({ challenge, address, redirectTo }: Repeat, context: RequestContext): Promise<void> {
    const demand = { slots: ['confirmation'], whom: address, address, charge: { budget: 'unknown' } } as const;
    await this.mails.admit(demand, context, async (manager) => {
      const user = await lockByAddress(manager, address);
      await this.intervals.keep(manager, demand);
      const userId = user !== null && user.emailConfirmedAt === null ? user.id : randomUUID();
      await manager.update(User, userId, { confirmationSentAt: new Date() });
      const flowStateId = await beginFlow(manager, userId, 'email/signup', challenge);
      const claim = await this.mails.lastClaim(manager, userId);
      const mail = { userId, kind: 'confirm_signup', address, redirectTo, flowStateId, claim } as const;
      await this.mails.request(manager, mail, context);
    });
  }

  async reauthenticate(caller: AccountCaller, context: RequestContext): Promise<void> {
    const user = await this.sessions.requireUser(caller);
    const address = user.email;
    if (address === null || user.isAnonymous) {
      throw new ServiceError('validation_failed', { message: 'Reauthentication requires the user to have an email' });
    }
    if (user.emailConfirmedAt === null) throw new ServiceError('email_not_confirmed', { status: 422 });
    const charge = { budget: 'known', isKnown: true } as const;
    const demand = { slots: ['reauthentication'], whom: user.id, address, charge } as const;
    await this.mails.admit(demand, context, async (manager) => {
      await this.intervals.keep(manager, demand);
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
    if (this.config.AUTH_AUTOCONFIRM) fresh.emailConfirmedAt = now;
    else fresh.isClaim = true;
    return (await insertEmailUser(manager, fresh, now)) ? fresh : lockByAddress(manager, address);
  }
}

/** Temporary accounts have no real address. */
const byAddress = (email: string) => ({ email, isAnonymous: false, deletedAt: IsNull() });

function findByAddress(manager: EntityManager, email: string): Promise<User | null> {
  return manager.findOneBy(User, byAddress(email));
}

function lockByAddress(manager: EntityManager, email: string): Promise<User | null> {
  return lockAccount(manager, byAddress(email));
}

/** Whether the account's address is confirmed: then its mails count on the budget of known addresses. */
function isConfirmed(user: User | null): boolean {
  return user !== null && user.emailConfirmedAt !== null;
}

/**
 * The budget of a repeated mail about a change. Without a session it always counts as unknown: the answer must not show
 * another person's change.
 */
function chargeOf(user: User | null, { caller }: RequestContext): MailCharge {
  if (caller.role !== 'authenticated' || !isConfirmed(user) || user?.isAnonymous) return { budget: 'unknown' };
  return { budget: 'known', isKnown: true };
}

/**
 * The account with a pending change to or from this address: the caller's own. Without a session it is found only if
 * exactly one account fits.
 */
async function findPendingChange(
  manager: EntityManager,
  address: string,
  caller: Caller,
  lock?: 'pessimistic_write',
): Promise<User | null> {
  const whose = caller.role === 'authenticated' ? { id: caller.accountId } : {};
  const [user, another] = await manager.find(User, {
    where: [
      { ...whose, newEmail: address, deletedAt: IsNull() },
      { ...whose, email: address, newEmail: Not(IsNull()), deletedAt: IsNull() },
    ],
    order: { id: 'ASC' },
    take: 2,
    ...(lock ? { lock: { mode: lock } } : {}),
  });
  return another === undefined ? (user ?? null) : null;
}
