import {
  type Handles,
  moderationMessages,
  type RequestContext,
  type RequestOf,
  safetyMessages,
  siteMessages,
  siteNumberMessages,
} from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { CheckCounts } from './counts/check-counts.js';
import { CountActiveSites } from './counts/count-active-sites.js';
import { SiteNumbers } from './counts/site-numbers.js';
import { CheckPath } from './paths/check-path.js';
import { GrantPath } from './paths/grant-path.js';
import { ServeSite } from './serve-site.js';

type Messages = Pick<typeof siteMessages, 'serveSite' | 'countActiveSites' | 'checkPath'> &
  Pick<typeof moderationMessages, 'grantPath'> &
  typeof safetyMessages &
  typeof siteNumberMessages;

@Controller()
export class SitesMessageController implements Handles<Messages> {
  constructor(
    private readonly serving: ServeSite,
    private readonly counting: CountActiveSites,
    private readonly checking: CheckPath,
    private readonly granting: GrantPath,
    private readonly checks: CheckCounts,
    private readonly numbers: SiteNumbers,
  ) {}

  @HandleMessage(siteMessages.serveSite)
  async serveSite({ path }: RequestOf<typeof siteMessages.serveSite>) {
    return { site: await this.serving.serveSite(path) };
  }

  @HandleMessage(siteMessages.countActiveSites)
  async countActiveSites() {
    return { count: await this.counting.countActiveSites() };
  }

  @HandleMessage(siteMessages.checkPath)
  async checkPath({ path }: RequestOf<typeof siteMessages.checkPath>, { caller }: RequestContext) {
    return { available: await this.checking.checkPath(path, caller) };
  }

  @HandleMessage(moderationMessages.grantPath)
  async grantPath(request: RequestOf<typeof moderationMessages.grantPath>, context: RequestContext) {
    await this.granting.grantPath(request, context);
    return {};
  }

  @HandleMessage(safetyMessages.getSafety)
  getSafety() {
    return this.checks.getSafety();
  }

  @HandleMessage(siteNumberMessages.countSitesOfAccounts)
  async countSitesOfAccounts(
    { accountIds }: RequestOf<typeof siteNumberMessages.countSitesOfAccounts>,
    { caller }: RequestContext,
  ) {
    return { accounts: await this.numbers.countSitesOfAccounts(accountIds, caller) };
  }

  @HandleMessage(siteNumberMessages.countPublishesPerHour)
  countPublishesPerHour(
    { hours }: RequestOf<typeof siteNumberMessages.countPublishesPerHour>,
    { caller }: RequestContext,
  ) {
    return this.numbers.countPublishesPerHour(hours, caller);
  }
}
