import { randomUUID } from 'node:crypto';
import { type ReplyOf, type RequestContext, siteInternalMessages } from '@haru/contracts';
import { contextOfJob, Every, Outbox, type ScheduledJob } from '@haru/events';
import { RequestClient } from '@haru/messaging';
import { DataSource, type EntityManager, In, IsNull, Not } from 'typeorm';
import { isBanned } from '../sessions/session-state.js';
import { User } from '../tables/account/user.entity.js';
import { ExpiryNotice, ExpiryNoticeDay } from '../tables/mail/expiry-notice.entity.js';
import { requestMail } from '../mail/requests/request-mail.js';
import { noticeDayAt } from './notice-day.js';

type Expiring = ReplyOf<typeof siteInternalMessages.findExpiringSites>['accounts'][number];

/** Requests the mails about pages that expire in three days or tomorrow. */
@Every({ seconds: 600, sliceSeconds: 300 })
export class RequestExpiryMails implements ScheduledJob {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly services: RequestClient,
  ) {}

  /** Requests one mail for each account and day, however often it runs and wherever it is interrupted. */
  async run(stop?: AbortSignal, now = new Date()): Promise<{ requested: number }> {
    const context = contextOfJob();
    const due = noticeDayAt(now);
    if (due === undefined || (await this.dataSource.manager.existsBy(ExpiryNoticeDay, { day: due.day })))
      return { requested: 0 };
    let requested = 0;
    for (let after: string | undefined; !stop?.aborted;) {
      const request = { ranges: due.ranges, after };
      const { accounts, next } = await this.services.call(siteInternalMessages.findExpiringSites, request, context);
      requested += await this.requestOf(accounts, due.day, now, context);
      if (next === null) {
        await this.dataSource.manager.upsert(ExpiryNoticeDay, { day: due.day }, ['day']);
        break;
      }
      after = next;
    }
    return { requested };
  }

  private async requestOf(accounts: Expiring[], day: string, now: Date, context: RequestContext): Promise<number> {
    const users = await recipients(this.dataSource.manager, accounts, now);
    let requested = 0;
    for (const { user, pages } of users) {
      const isNew = await this.dataSource.transaction((manager) =>
        this.requestOnce(manager, user, pages, day, context),
      );
      if (isNew) requested += 1;
    }
    return requested;
  }

  private async requestOnce(
    manager: EntityManager,
    { id: userId, address }: Recipient['user'],
    { total, sites }: Expiring,
    day: string,
    context: RequestContext,
  ): Promise<boolean> {
    const inserted = await manager
      .createQueryBuilder()
      .insert()
      .into(ExpiryNotice)
      .values({ userId, day })
      .orIgnore()
      .returning('day')
      .execute();
    if ((inserted.raw as unknown[]).length === 0) return false;
    const details = { total, sites };
    const mail = { id: randomUUID(), userId, kind: 'notice_expiring_pages' as const, address, details };
    await requestMail(manager, this.outbox, mail, context);
    return true;
  }
}

interface Recipient {
  user: { id: string; address: string };
  pages: Expiring;
}

/** Lists registered accounts that want these mails. */
async function recipients(manager: EntityManager, accounts: Expiring[], now: Date): Promise<Recipient[]> {
  const users = await manager.findBy(User, {
    id: In(accounts.map(({ accountId }) => accountId)),
    isAnonymous: false,
    emailConfirmedAt: Not(IsNull()),
    deletedAt: IsNull(),
    expiryMails: true,
  });
  const byId = new Map(users.map((user) => [user.id, user]));
  return accounts.flatMap((pages) => {
    const user = byId.get(pages.accountId);
    if (!user?.email || isBanned(user, now)) return [];
    return [{ user: { id: user.id, address: user.email }, pages }];
  });
}
