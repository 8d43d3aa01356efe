import { randomUUID } from 'node:crypto';
import type { RequestContext } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { DataSource, type EntityManager, In, IsNull, Not } from 'typeorm';
import { type NewMailRequest, requestMail } from './request-mail.js';
import { type IntervalOf, MailIntervals } from './mail-intervals.js';
import { MailLimits, type MailTaken } from './mail-limits.js';
import { MailRequest, type Claim } from '../../tables/mail/mail-request.entity.js';
import type { TokenMailKind } from '../account-mail.js';
import { kindsOfSlot, tokenMailKinds } from '../account-mails.js';
import { Inject, Injectable } from '@nestjs/common';

export interface MailDemand extends IntervalOf, MailTaken {}

/** Requests mails from the worker, within the limits. */
@Injectable()
export class MailRequests {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly intervals: MailIntervals,
    @Inject(MailLimits) private readonly limits: Pick<MailLimits, 'take'>,
  ) {}

  /**
   * Runs `work` in a transaction once the limits have counted the request: Redis is not awaited inside of it. The count
   * is reverted if `work` throws. `work` locks its account and then calls `MailIntervals.enforce`; a followed link
   * takes both in this order. Notices do not use it, because they are always sent.
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
    const allowance = await this.limits.take(demand);
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

  /** Reads the claim of the last mailed sign-up, which a repeated mail must keep. */
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
