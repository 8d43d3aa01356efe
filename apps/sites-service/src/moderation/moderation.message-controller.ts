import {
  bannedContentsChanged,
  contentBanMessages,
  type Handles,
  moderationMessages,
  type RequestContext,
  type RequestOf,
} from '@haru/contracts';
import { HandleBroadcast, HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BannedContentIndex } from '../sites/checks/banned-content-index.js';
import { OwnOriginRule } from '../sites/own-origin-rule.js';
import { BanContents } from './ban-contents.js';
import { Decisions } from './decisions.js';
import { searchSites } from './search-sites.js';

@Controller()
export class ModerationMessageController implements Handles<
  Omit<typeof moderationMessages, 'grantPath'> & typeof contentBanMessages
> {
  constructor(
    private readonly decisions: Decisions,
    private readonly bans: BanContents,
    private readonly dataSource: DataSource,
    private readonly known: BannedContentIndex,
    private readonly ownOrigins: OwnOriginRule,
  ) {}

  @HandleMessage(moderationMessages.stopSite)
  async stopSite(request: RequestOf<typeof moderationMessages.stopSite>, context: RequestContext) {
    return { site: await this.decisions.stopSite(request, context) };
  }

  @HandleMessage(moderationMessages.restoreSite)
  async restoreSite(request: RequestOf<typeof moderationMessages.restoreSite>, context: RequestContext) {
    return { site: await this.decisions.restoreSite(request, context) };
  }

  @HandleMessage(moderationMessages.searchSites)
  searchSites(request: RequestOf<typeof moderationMessages.searchSites>, { caller }: RequestContext) {
    return searchSites(this.dataSource, request, caller, this.ownOrigins);
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
}
