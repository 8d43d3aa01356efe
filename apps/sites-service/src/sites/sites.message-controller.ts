import { siteMessages, type Handles, type RequestContext, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { CountActiveSites } from './count-active-sites.js';
import { CreateSite } from './create-site.js';
import { ServeSite } from './serve-site.js';

@Controller()
export class SitesMessageController implements Handles<typeof siteMessages> {
  constructor(
    private readonly creation: CreateSite,
    private readonly serving: ServeSite,
    private readonly counting: CountActiveSites,
  ) {}

  @HandleMessage(siteMessages.createSite)
  async createSite(request: RequestOf<typeof siteMessages.createSite>, context: RequestContext) {
    return { site: await this.creation.createSite(request, context) };
  }

  @HandleMessage(siteMessages.serveSite)
  async serveSite({ path }: RequestOf<typeof siteMessages.serveSite>) {
    return { site: await this.serving.serveSite(path) };
  }

  @HandleMessage(siteMessages.countActiveSites)
  async countActiveSites() {
    return { count: await this.counting.countActiveSites() };
  }
}
