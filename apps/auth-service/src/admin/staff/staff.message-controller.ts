import {
  adminActOf,
  type Handles,
  type RequestContext,
  type RequestOf,
  requireRole,
  staffInternalMessages,
  staffMessages,
} from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ServiceEnv } from '../../config.js';
import { Setting } from '../../settings.js';
import { listAudit } from '../../audit/list-audit.js';
import { writeAuditEntry } from '../../audit/write-audit-entry.js';
import { countAccountsPerHour } from './accounts-per-hour.js';
import { accountsWithRole, activeStaff, searchAccounts, staffAccount } from './staff-accounts.js';
import { StaffActs } from './staff-acts.js';

type Payload<Name extends keyof typeof staffMessages> = RequestOf<(typeof staffMessages)[Name]>;

@Controller()
export class StaffMessageController implements Handles<typeof staffMessages & typeof staffInternalMessages> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly acts: StaffActs,
    @Setting('STAFF_SECOND_FACTOR') private readonly staffSecondFactor: ServiceEnv['STAFF_SECOND_FACTOR'],
  ) {}

  @HandleMessage(staffMessages.searchAccounts)
  async searchAccounts(request: Payload<'searchAccounts'>, { caller }: RequestContext) {
    requireRole(caller, 'moderator');
    return searchAccounts(this.dataSource.manager, request);
  }

  @HandleMessage(staffMessages.listStaff)
  async listStaff(_request: Payload<'listStaff'>, { caller }: RequestContext) {
    requireRole(caller, 'moderator');
    return { accounts: await accountsWithRole(this.dataSource.manager) };
  }

  @HandleMessage(staffInternalMessages.listActiveStaff)
  async listActiveStaff() {
    const needsFactor = this.staffSecondFactor === 'required';
    return { staff: await activeStaff(this.dataSource.manager, needsFactor) };
  }

  @HandleMessage(staffMessages.getAccount)
  async getAccount({ accountId }: Payload<'getAccount'>, { caller }: RequestContext) {
    requireRole(caller, 'moderator');
    return staffAccount(this.dataSource.manager, accountId);
  }

  @HandleMessage(staffMessages.banAccount)
  banAccount(request: Payload<'banAccount'>, context: RequestContext) {
    return this.acts.ban(request, context);
  }

  @HandleMessage(staffMessages.unbanAccount)
  unbanAccount(request: Payload<'unbanAccount'>, context: RequestContext) {
    return this.acts.unban(request, context);
  }

  @HandleMessage(staffMessages.setRole)
  setRole(request: Payload<'setRole'>, context: RequestContext) {
    return this.acts.setRole(request, context);
  }

  @HandleMessage(staffMessages.listAudit)
  async listAudit(request: Payload<'listAudit'>, { caller }: RequestContext) {
    requireRole(caller, 'moderator');
    return listAudit(this.dataSource.manager, request);
  }

  @HandleMessage(staffMessages.countAccountsPerHour)
  async countAccountsPerHour({ hours }: Payload<'countAccountsPerHour'>, { caller }: RequestContext) {
    requireRole(caller, 'moderator');
    return { hours: await countAccountsPerHour(this.dataSource.manager, hours) };
  }

  @HandleMessage(staffMessages.noteQueueChange)
  async noteQueueChange({ queue, change, jobId }: Payload<'noteQueueChange'>, { caller }: RequestContext) {
    requireRole(caller, 'admin');
    const action = jobId === undefined ? 'changeQueue' : 'retryJob';
    const details = { change, ...(jobId === undefined ? {} : { jobId }) };
    await writeAuditEntry(
      this.dataSource.manager,
      adminActOf(caller, { action, subject: { kind: 'queue', id: queue }, details }),
    );
    return {};
  }

  @HandleMessage(staffMessages.noteAttackMode)
  async noteAttackMode({ isOn, reason }: Payload<'noteAttackMode'>, { caller }: RequestContext) {
    requireRole(caller, 'admin');
    const action = isOn ? 'startAttackMode' : 'endAttackMode';
    const subject = { kind: 'system', id: 'attack-mode' } as const;
    await writeAuditEntry(this.dataSource.manager, adminActOf(caller, { action, subject, reason }));
    return {};
  }
}
