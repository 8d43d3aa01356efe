import {
  bannedContentsChanged,
  contentBanMessages,
  type Handles,
  moderationMessages,
  type RequestContext,
  type RequestOf,
  siteNumberMessages,
} from '@haru/contracts';
import { HandleBroadcast, HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { GrantPath } from '../sites/paths/grant-path.js';
import { BannedContentIndex } from '../sites/checks/banned-content-index.js';
import { BanContents } from './ban-contents.js';
import { SearchSites } from './search-sites.js';
import { SiteNumbers } from '../sites/counts/site-numbers.js';
import { StopSites } from './stop-sites.js';

@Controller()
export class ModerationMessageController implements Handles<
  typeof moderationMessages & typeof contentBanMessages & typeof siteNumberMessages
> {
  constructor(
    private readonly stopping: StopSites,
    private readonly bans: BanContents,
    private readonly searching: SearchSites,
    private readonly numbers: SiteNumbers,
    private readonly known: BannedContentIndex,
    private readonly granting: GrantPath,
  ) {}

  @HandleMessage(moderationMessages.stopSite)
  async stopSite(request: RequestOf<typeof moderationMessages.stopSite>, context: RequestContext) {
    return { site: await this.stopping.stopSite(request, context) };
  }

  @HandleMessage(moderationMessages.restoreSite)
  async restoreSite(request: RequestOf<typeof moderationMessages.restoreSite>, context: RequestContext) {
    return { site: await this.stopping.restoreSite(request, context) };
  }

  @HandleMessage(moderationMessages.searchSites)
  searchSites(request: RequestOf<typeof moderationMessages.searchSites>, { caller }: RequestContext) {
    return this.searching.searchSites(request, caller);
  }

  @HandleMessage(moderationMessages.grantPath)
  async grantPath(request: RequestOf<typeof moderationMessages.grantPath>, context: RequestContext) {
    await this.granting.grantPath(request, context);
    return {};
  }

  @HandleMessage(contentBanMessages.banContent)
  banContent(request: RequestOf<typeof contentBanMessages.banContent>, context: RequestContext) {
    return this.bans.banContent(request, context);
  }

  @HandleMessage(contentBanMessages.unbanContent)
  unbanContent(request: RequestOf<typeof contentBanMessages.unbanContent>, context: RequestContext) {
    return this.bans.unbanContent(request, context);
  }

  @HandleMessage(contentBanMessages.listBannedContents)
  listBannedContents(_request: object, context: RequestContext) {
    return this.bans.listBannedContents(context);
  }

  @HandleBroadcast(bannedContentsChanged)
  bannedContentsChanged(): void {
    this.known.expire();
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
