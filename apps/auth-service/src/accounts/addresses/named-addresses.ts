import { type RequestContext, ServiceError } from '@haru/contracts';
import { DataSource, IsNull, Not } from 'typeorm';
import { type Counter, Counters } from '../../mail/requests/counters.js';
import { MailIntervals } from '../../mail/requests/mail-intervals.js';
import { MailRequests } from '../../mail/requests/mail-requests.js';
import { User } from '../../tables/account/user.entity.js';
import { Setting } from '../../settings.js';
import { Injectable } from '@nestjs/common';

/**
 * Limits how often an account may name another person's address. The answer shows whether the address has an account,
 * so the owner of the address gets a notice.
 */
@Injectable()
export class NamedAddresses {
  private readonly counter: Counter;

  constructor(
    private readonly dataSource: DataSource,
    private readonly mails: MailRequests,
    private readonly intervals: MailIntervals,
    counters: Counters,
    @Setting('AUTH_NAMED_ADDRESSES') namedAddresses: number,
  ) {
    this.counter = counters.counter({ name: 'named-addresses', points: namedAddresses, seconds: 3_600 });
  }

  /**
   * The request is counted before the address is looked up: over the limit the refusal is the same for known and
   * unknown addresses.
   * @throws ServiceError over_request_rate_limit; email_exists for an address that another account has confirmed
   */
  async requireFree(address: string, accountId: string, context: RequestContext): Promise<void> {
    const wait = await this.counter.take(accountId);
    if (wait !== undefined) throw new ServiceError('over_request_rate_limit', { retryAfterSeconds: wait });
    const owner = await this.dataSource.manager.findOneBy(User, {
      email: address,
      id: Not(accountId),
      emailConfirmedAt: Not(IsNull()),
    });
    if (owner === null) return;
    if (!owner.isAnonymous && owner.deletedAt === null) await this.tell(owner.id, address, context);
    throw new ServiceError('email_exists');
  }

  private tell(userId: string, address: string, context: RequestContext): Promise<void> {
    return this.dataSource.transaction(async (manager) => {
      if (!(await this.intervals.isFirstOfDay(manager, 'notice_address_named', address))) return;
      await this.mails.request(manager, { userId, kind: 'notice_address_named', address }, context);
    });
  }
}
