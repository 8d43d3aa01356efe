import {
  auditRoutes,
  numbersRoutes,
  reportAdminMessages,
  type RequestContext,
  siteNumberMessages,
  staffMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Controller, Query } from '@nestjs/common';
import { Context } from '../access/access.js';
import { Calls } from '../open-api/documented.js';
import { type QueryOf, Route } from '../open-api/route.js';
import { Failures } from './failures.js';

const HOURS = 48;

@Controller()
export class AdminNumbersHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly failures: Failures,
  ) {}

  @Route(numbersRoutes.numbers, { summary: 'What happened in each of the last 48 hours.' })
  @Calls(
    reportAdminMessages.countReportsPerHour,
    reportAdminMessages.likesTotal,
    siteNumberMessages.countPublishesPerHour,
    staffMessages.countAccountsPerHour,
  )
  async numbers(@Context() context: RequestContext) {
    const [accounts, sites, reports, likes, failures] = await Promise.all([
      this.services.call(staffMessages.countAccountsPerHour, { hours: HOURS }, context),
      this.services.call(siteNumberMessages.countPublishesPerHour, { hours: HOURS }, context),
      this.services.call(reportAdminMessages.countReportsPerHour, { hours: HOURS }, context),
      this.services.call(reportAdminMessages.likesTotal, {}, context),
      this.failures.perHour(HOURS),
    ]);
    const ofAccounts = new Map(accounts.hours.map((counts) => [startOf(counts.hour), counts]));
    const publishes = countsOf(sites.hours);
    const reported = countsOf(reports.hours);
    const hours = [...failures.entries()].reverse().map(([hour, count]) => ({
      hour,
      publishes: publishes.get(hour) ?? 0,
      sign_ups: ofAccounts.get(hour)?.signUps ?? 0,
      mails_sent: ofAccounts.get(hour)?.mailsSent ?? 0,
      mails_failed: ofAccounts.get(hour)?.mailsFailed ?? 0,
      reports: reported.get(hour) ?? 0,
      failures: count,
    }));
    const totals = { live_sites: sites.totals.live, stopped_sites: sites.totals.stopped, likes: likes.total };
    return { success: true, hours, totals };
  }

  @Route(auditRoutes.audit, { summary: 'The audit log, newest first.' })
  @Calls(staffMessages.listAudit)
  async audit(@Query() query: QueryOf<typeof auditRoutes.audit>, @Context() context: RequestContext) {
    return { success: true, ...(await this.services.call(staffMessages.listAudit, query, context)) };
  }
}

const startOf = (hour: string): string => new Date(hour).toISOString();

const countsOf = (hours: readonly { hour: string; count: number }[]): Map<string, number> =>
  new Map(hours.map(({ hour, count }) => [startOf(hour), count]));
