import { limits, type RequestContext, siteInternalMessages } from '@haru/contracts';
import { contextOfJob, Every, Outbox, purgeInbox, type ScheduledJob } from '@haru/events';
import { RequestClient } from '@haru/messaging';
import {
  DataSource,
  type EntityManager,
  type EntityTarget,
  type ObjectLiteral,
  type SelectQueryBuilder,
} from 'typeorm';
import { AccountRequest } from '../tables/account/account-request.entity.js';
import { User } from '../tables/account/user.entity.js';
import { ExpiryNotice, ExpiryNoticeDay } from '../tables/mail/expiry-notice.entity.js';
import { FlowState } from '../tables/mail/flow-state.entity.js';
import { MailInterval } from '../tables/mail/mail-interval.entity.js';
import { MailRequest } from '../tables/mail/mail-request.entity.js';
import { OneTimeToken } from '../tables/mail/one-time-token.entity.js';
import { Factor, FactorChallenge } from '../tables/sign-in/factor.entity.js';
import { Session } from '../tables/sign-in/session.entity.js';
import { UsedSignInMessage } from '../tables/sign-in/used-sign-in-message.entity.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { Setting } from '../settings.js';
import { removeAccount } from '../accounts/account-events.js';

interface CleanedUp {
  accounts: number;
  sessions: number;
  rows: number;
}

/** One message to sites-service holds this many accounts. */
const BATCH = 500;

/** A session ends after so many days without use: no page of a temporary account lives as long unless it is extended. */
const SESSION_MAX_IDLE_DAYS = 400;

/** Each table has a statement of its own, so that none runs long. */
const expiredRows: [EntityTarget<ObjectLiteral>, string][] = [
  [OneTimeToken, 'expires_at < now()'],
  // A link lives for an hour and its code for five minutes more.
  [FlowState, "created_at < now() - interval '2 hours'"],
  [MailInterval, "requested_at < now() - interval '1 day'"],
  [MailRequest, "settled_at < now() - interval '30 days'"],
  [ExpiryNotice, 'day < current_date - 30'],
  [ExpiryNoticeDay, 'day < current_date - 30'],
  [UsedSignInMessage, 'expires_at < now()'],
  [FactorChallenge, 'expires_at < now()'],
  [Factor, "status = 'unverified' AND created_at < now() - interval '5 minutes'"],
  [AccountRequest, `created_at < now() - interval '${limits.idempotencyKeyHours} hours'`],
];

/** Deletes expired rows and unused temporary accounts. Two concurrent runs do no harm. */
@Every({ seconds: 'AUTH_CLEAN_UP_INTERVAL', sliceSeconds: 60 })
export class CleanUp implements ScheduledJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly services: RequestClient,
    private readonly endedSessions: EndedSessions,
    @Setting('AUTH_TEMPORARY_ACCOUNT_DAYS') private readonly accountDays: number,
    @Setting('AUTH_SESSIONS_TIMEBOX') private readonly timebox: number,
    @Setting('AUTH_SESSIONS_INACTIVITY_TIMEOUT') private readonly inactivity: number,
  ) {}

  async run(stop?: AbortSignal): Promise<CleanedUp> {
    const sessions = await this.endExpiredSessions();
    let rows = await purgeInbox(this.dataSource);
    for (const [entity, condition] of expiredRows) {
      if (stop?.aborted) break;
      const { affected } = await this.dataSource.createQueryBuilder().delete().from(entity).where(condition).execute();
      rows += affected ?? 0;
    }
    return { accounts: await this.removeIdleAccounts(stop), sessions, rows };
  }

  private async endExpiredSessions(): Promise<number> {
    const { timebox, inactivity } = this;
    const deleted = await this.dataSource
      .createQueryBuilder()
      .delete()
      .from(Session)
      .where('(:timebox > 0 AND created_at < now() - make_interval(secs => :timebox))', { timebox })
      .orWhere('refreshed_at < now() - make_interval(days => :days)', { days: SESSION_MAX_IDLE_DAYS })
      .orWhere('(:inactivity > 0 AND refreshed_at < now() - make_interval(secs => :inactivity))', { inactivity })
      .returning('id')
      .execute();
    const ended = deleted.raw as Pick<Session, 'id'>[];
    await this.endedSessions.announce(ended.map(({ id }) => id));
    return ended.length;
  }

  private async removeIdleAccounts(stop: AbortSignal | undefined): Promise<number> {
    const before = new Date(Date.now() - this.accountDays * 86_400_000);
    const context = contextOfJob();
    let removed = 0;
    let after = '00000000-0000-0000-0000-000000000000';
    while (!stop?.aborted) {
      const accounts = await idleAccounts(this.dataSource.manager, before)
        .andWhere('account.id > :after', { after })
        .orderBy('account.id')
        .limit(BATCH)
        .getMany();
      const last = accounts.at(-1);
      if (!last) break;
      after = last.id;
      const accountIds = accounts.map(({ id }) => id);
      const reply = await this.services.call(siteInternalMessages.findOwnersOfLiveSites, { accountIds }, context);
      const owners = new Set(reply.accountIds);
      for (const id of accountIds) {
        if (!owners.has(id) && (await this.removeIfStillIdle(id, before, context))) removed += 1;
      }
    }
    return removed;
  }

  /** Keeps an account that was used meanwhile; publishing needs a session, so it counts as use. */
  private async removeIfStillIdle(id: string, before: Date, context: RequestContext): Promise<boolean> {
    const ended = await this.dataSource.transaction(async (manager) => {
      const idle = idleAccounts(manager, before).andWhere('account.id = :id', { id }).setLock('pessimistic_write');
      return (await idle.getOne()) === null ? undefined : removeAccount(manager, this.outbox, id, context);
    });
    if (ended === undefined) return false;
    await this.endedSessions.announce(ended);
    return true;
  }
}

/** Finds temporary accounts that were not used since the given time: no sign-out and no refresh of a session. */
function idleAccounts(manager: EntityManager, before: Date): SelectQueryBuilder<User> {
  return manager
    .createQueryBuilder(User, 'account')
    .select('account.id')
    .where('account.isAnonymous AND account.lastActiveAt < :before', { before })
    .andWhere(
      'NOT EXISTS (SELECT FROM sessions WHERE sessions.user_id = account.id AND sessions.refreshed_at >= :before)',
    );
}
