import { randomUUID } from 'node:crypto';
import { mailKinds, type RequestContext } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { DataSource, type EntityManager, In, IsNull, MoreThan, Not } from 'typeorm';
import { type NewMailRequest, requestMail } from './request-mail.js';
import { type IntervalOf, MailIntervals } from './mail-intervals.js';
import { type MailCharge, MailLimits } from './mail-limits.js';
import { MailRequest, type Claim } from '../entities/mail/mail-request.entity.js';
import { isTokenMail, kindsOfSlot, type TokenMailKind } from '../one-time-tokens/token-kinds.js';
import { Inject, Injectable } from '@nestjs/common';

/** Mails an hour to an address from all accounts together that want to change to it. */
const MAX_CLAIM_MAILS = 5;
const HOUR_MS = 3_600_000;

const tokenMailKinds = mailKinds.filter(isTokenMail);

/** A person asks for mails. */
export interface MailDemand extends IntervalOf {
  /** Where the mail goes. */
  address: string;
  charge: MailCharge;
}

/** Asks the worker for mails, within the limits. */
@Injectable()
export class MailRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly intervals: MailIntervals,
    @Inject(MailLimits) private readonly limits: Pick<MailLimits, 'take'>,
  ) {}

  /**
   * Runs `work` in a transaction once the limits have counted the request: Redis is not awaited inside of it. What they
   * counted is given back if `work` throws. `work` locks its account and then calls `MailIntervals.keep`; this is the order
   * in which a followed link takes both. Not for notices, which are always sent.
   * @param work its `isHeld` says whether the mails are held back, which the answer must not show
   * @throws ServiceError over_email_send_rate_limit
   */
  async admit<Result>(
    demand: MailDemand,
    { caller }: RequestContext,
    work: (manager: EntityManager, isHeld: boolean) => Promise<Result>,
  ): Promise<Result> {
    await this.intervals.check(this.dataSource.manager, demand);
    if (caller.role === 'service_role') return this.dataSource.transaction((manager) => work(manager, false));
    const allowance = await this.limits.take(demand.charge, caller.role === 'anon' ? demand.address : undefined);
    try {
      return await this.dataSource.transaction((manager) => work(manager, allowance.isHeld));
    } catch (error) {
      await allowance.giveBack();
      throw error;
    }
  }

  /** Writes the request in the caller's transaction. */
  async request(manager: EntityManager, mail: NewMailRequest, context: RequestContext): Promise<void> {
    await requestMail(manager, this.outbox, { ...mail, id: randomUUID() }, context);
  }

  /**
   * Whether another mail about a change to this address may go out. The answer does not show it, because it would
   * show what others requested. Called after the interval of the address was noted, which makes such requests wait for each other.
   */
  async mayMailClaim(manager: EntityManager, address: string): Promise<boolean> {
    // Requests for unknown accounts send nothing and are not counted.
    const mail = { kind: 'email_change_new' as const, address, createdAt: MoreThan(new Date(Date.now() - HOUR_MS)) };
    const mailed = await manager.countBy(MailRequest, [
      { ...mail, outcome: IsNull() },
      { ...mail, outcome: Not('void' as const) },
    ]);
    return mailed < MAX_CLAIM_MAILS;
  }

  /** The claim of the last mailed sign-up, which a repeated mail must keep. */
  async lastClaim(manager: EntityManager, userId: string): Promise<Claim | null> {
    const [last] = await manager.find(MailRequest, {
      where: { userId, kind: In(kindsOfSlot('confirmation')) },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: 1,
    });
    return last?.claim ?? null;
  }

  /** Deletes all claims, once one of them is confirmed. */
  async forgetClaims(manager: EntityManager, userId: string): Promise<void> {
    await manager.update(MailRequest, { userId, claim: Not(IsNull()) }, { claim: null });
  }

  /** Cancels unsent mails with a token of this account. Notices are still sent. */
  async voidOpen(
    manager: EntityManager,
    userId: string,
    kinds: readonly TokenMailKind[] = tokenMailKinds,
  ): Promise<void> {
    await manager.query(
      `UPDATE mail_requests SET outcome = 'void', settled_at = now()
       WHERE user_id = $1 AND kind = ANY ($2) AND (outcome IS NULL OR outcome = 'failed')`,
      [userId, kinds],
    );
  }
}
