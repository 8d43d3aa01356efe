import { randomUUID } from 'node:crypto';
import { type Caller, type RequestContext, type RequestOf, ServiceError, type signInMessages } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { changeMails } from '../../accounts/addresses/pending-change.js';
import { isConfirmed, lockByAddress } from '../../tables/account/read-account.js';
import { User } from '../../tables/account/user.entity.js';
import { parseEmail } from '../../input/email-address.js';
import { beginFlow, type CodeChallenge, readChallenge } from '../../mail/links/pkce-flows.js';
import { Redirects } from '../../mail/links/redirects.js';
import { MailIntervals } from '../../mail/requests/mail-intervals.js';
import type { MailCharge } from '../../mail/requests/mail-limits.js';
import { MailRequests } from '../../mail/requests/mail-requests.js';

interface Repeat {
  challenge: CodeChallenge | undefined;
  address: string;
  redirectTo: string | undefined;
}

/** Requests the mail of a sign-up or of a change of address again; unknown addresses get the same work and answer. */
@Injectable()
export class ResendMail {
  constructor(
    private readonly dataSource: DataSource,
    private readonly mails: MailRequests,
    private readonly intervals: MailIntervals,
    private readonly redirects: Redirects,
  ) {}

  async resend(request: RequestOf<typeof signInMessages.resend>, context: RequestContext): Promise<void> {
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
    const budgets = { charge, addressBudget: 'other', isSilent: true } as const;
    const demand = { slots: ['email_change_new'], whom: address, address, ...budgets } as const;
    await this.mails.admit(demand, context, async (manager, isHeld) => {
      const user = await findPendingChange(manager, address, context.caller, 'pessimistic_write');
      await this.intervals.enforce(manager, demand);
      const userId = user?.id ?? randomUUID();
      await manager.update(User, userId, { emailChangeSentAt: new Date() });
      const flowStateId = await beginFlow(manager, userId, 'email_change', challenge);
      for (const mail of changeMails(user, address)) {
        await this.mails.request(manager, { userId, redirectTo, flowStateId, isHeld, ...mail }, context);
      }
    });
  }

  private async resendSignUp({ challenge, address, redirectTo }: Repeat, context: RequestContext): Promise<void> {
    const charge = { budget: 'unknown' } as const;
    const demand = { slots: ['confirmation'], whom: address, address, charge, addressBudget: 'other' } as const;
    await this.mails.admit(demand, context, async (manager) => {
      const user = await lockByAddress(manager, address);
      await this.intervals.enforce(manager, demand);
      const userId = user?.emailConfirmedAt === null ? user.id : randomUUID();
      await manager.update(User, userId, { confirmationSentAt: new Date() });
      const flowStateId = await beginFlow(manager, userId, 'email/signup', challenge);
      const claim = await this.mails.lastClaim(manager, userId);
      const mail = { userId, kind: 'confirm_signup', address, redirectTo, flowStateId, claim } as const;
      await this.mails.request(manager, mail, context);
    });
  }
}

/** Without a session the budget is always `unknown`: the answer must not show another person's change. */
function chargeOf(user: User | null, { caller }: RequestContext): MailCharge {
  if (caller.role !== 'authenticated' || !isConfirmed(user) || user?.isAnonymous) return { budget: 'unknown' };
  return { budget: 'known', isKnown: true };
}

/** Finds the caller's account with a pending change; without a session only if exactly one account fits. */
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
