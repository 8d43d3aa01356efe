import { type RequestContext, ServiceError, staffMessages } from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Case } from '../tables/case.entity.js';

@Injectable()
export class AnotherAdmin {
  constructor(
    private readonly dataSource: DataSource,
    private readonly services: RequestClient,
  ) {}

  /**
   * An objection is decided by another moderator than the one who stopped the page, where there is one. Before the
   * transaction: the auth service is asked, and who stopped the page does not change any more.
   * @throws ServiceError CASE_NEEDS_ANOTHER_ADMIN
   */
  async require(which: Pick<Case, 'id'> | Pick<Case, 'siteId'>, context: RequestContext): Promise<void> {
    const { caller } = context;
    if (caller.role !== 'authenticated') return;
    const stoppedByCaller = { ...which, state: 'objected' as const, stoppedBy: caller.accountId };
    if (!(await this.dataSource.manager.existsBy(Case, stoppedByCaller))) return;
    const { accounts } = await this.services.call(staffMessages.listStaff, {}, context);
    const canAct = accounts.some(({ id, ban }) => id !== caller.accountId && ban === null);
    if (canAct) throw new ServiceError('CASE_NEEDS_ANOTHER_ADMIN');
  }
}
