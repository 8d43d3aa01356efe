import {
  adminActOf,
  type AdminRole,
  type AuditAction,
  type Caller,
  type RequestContext,
  requireRole,
  ServiceError,
  type StaffAccount,
} from '@haru/contracts';
import { Outbox } from '@haru/events';
import { DataSource, type EntityManager } from 'typeorm';
import { User } from '../../tables/account/user.entity.js';
import { writeAuditEntry } from '../../audit/write-audit-entry.js';
import { EndedSessions } from '../../sessions/ended-sessions.js';
import { Session } from '../../tables/sign-in/session.entity.js';
import { banUser, unbanUser } from '../bans.js';
import { staffAccount } from './staff-accounts.js';
import { endSessions } from '../../sessions/session-rows.js';
import { Injectable } from '@nestjs/common';
import { lockLiveAccount } from '../../tables/account/read-account.js';

/** A ban without an end is stored as a hundred years. */
const BAN_YEARS = 100;

interface Act {
  accountId: string;
  reason: string;
}

/** Each act of an admin, its event and its entry in the audit log are one transaction. */
@Injectable()
export class StaffActs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly endedSessions: EndedSessions,
  ) {}

  ban(act: Act, context: RequestContext): Promise<StaffAccount> {
    return this.change('banAccount', act, context, async (manager, user) => {
      const until = new Date();
      until.setUTCFullYear(until.getUTCFullYear() + BAN_YEARS);
      await banUser(manager, this.outbox, { user, until, reason: act.reason }, context);
      return endSessions(manager, { userId: user.id });
    });
  }

  unban(act: Act, context: RequestContext): Promise<StaffAccount> {
    return this.change('unbanAccount', act, context, async (manager, user) => {
      await unbanUser(manager, this.outbox, user, context);
      return [];
    });
  }

  setRole(act: Act & { role: AdminRole | null }, context: RequestContext): Promise<StaffAccount> {
    const action = act.role === null ? 'revokeRole' : 'grantRole';
    return this.change(action, act, context, async (manager, user) => {
      const isRegistered = !user.isAnonymous && user.emailConfirmedAt !== null;
      if (act.role !== null && !isRegistered) throw new ServiceError('ROLE_NOT_ALLOWED');
      await manager.update(User, user.id, { haruRole: act.role });
      // The sessions stay live; gateways must read their role again.
      const sessions = await manager.find(Session, { where: { userId: user.id }, select: { id: true } });
      return sessions.map(({ id }) => id);
    });
  }

  /** @param work returns the sessions that gateways must read again */
  private async change(
    action: AuditAction,
    act: Act & { role?: AdminRole | null },
    context: RequestContext,
    work: (manager: EntityManager, user: User) => Promise<string[]>,
  ): Promise<StaffAccount> {
    requireRole(context.caller, 'admin');
    requireOtherAccount(context.caller, act.accountId);
    const { account, sessionIds } = await this.dataSource.transaction(async (manager) => {
      const user = await lockLiveAccount(manager, { id: act.accountId });
      if (user === null) throw new ServiceError('ACCOUNT_NOT_FOUND');
      const sessionIds = await work(manager, user);
      const members = { action, subject: { kind: 'account' as const, id: user.id }, reason: act.reason };
      const details = act.role === undefined ? {} : { role: act.role, before: user.haruRole };
      await writeAuditEntry(manager, adminActOf(context.caller, { ...members, details }));
      return { account: await staffAccount(manager, user.id), sessionIds };
    });
    await this.endedSessions.announce(sessionIds);
    return account;
  }
}

/** People must not lock themselves out by mistake; the command line may. */
function requireOtherAccount(caller: Caller, accountId: string): void {
  if (caller.role === 'authenticated' && caller.accountId === accountId) throw new ServiceError('ROLE_NOT_ALLOWED');
}
