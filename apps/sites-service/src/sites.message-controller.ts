import { safetyMessages, siteMessages, type Handles, type RequestContext, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { CheckCounts } from './sites/counts/check-counts.js';
import { CheckPath } from './sites/paths/check-path.js';
import { CountActiveSites } from './sites/counts/count-active-sites.js';
import { CreateSite } from './publishing/create-site.js';
import { DeleteSites } from './data-api/delete-sites.js';
import { ListSites } from './data-api/list-sites.js';
import { RemoveArtifacts } from './data-api/remove-artifacts.js';
import { AccountTurns } from './sites/account-turns.js';
import { ServeSite } from './sites/serve-site.js';
import { UpdateSites } from './data-api/update-sites.js';

@Controller()
export class SitesMessageController implements Handles<typeof siteMessages & typeof safetyMessages> {
  constructor(
    private readonly creation: CreateSite,
    private readonly serving: ServeSite,
    private readonly counting: CountActiveSites,
    private readonly checking: CheckPath,
    private readonly listing: ListSites,
    private readonly updating: UpdateSites,
    private readonly deleting: DeleteSites,
    private readonly removing: RemoveArtifacts,
    private readonly checks: CheckCounts,
    private readonly turns: AccountTurns,
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

  @HandleMessage(safetyMessages.getSafety)
  getSafety() {
    return this.checks.getSafety();
  }

  @HandleMessage(siteMessages.checkPath)
  async checkPath({ path }: RequestOf<typeof siteMessages.checkPath>, { caller }: RequestContext) {
    return { available: await this.checking.checkPath(path, caller) };
  }

  @HandleMessage(siteMessages.listSites)
  listSites(request: RequestOf<typeof siteMessages.listSites>, { caller }: RequestContext) {
    return this.listing.listSites(request, caller);
  }

  @HandleMessage(siteMessages.updateSites)
  updateSites(request: RequestOf<typeof siteMessages.updateSites>, context: RequestContext) {
    return this.turns.take(context.caller, () => this.updating.updateSites(request, context));
  }

  @HandleMessage(siteMessages.deleteSites)
  deleteSites(request: RequestOf<typeof siteMessages.deleteSites>, context: RequestContext) {
    return this.turns.take(context.caller, () => this.deleting.deleteSites(request, context));
  }

  @HandleMessage(siteMessages.removeArtifacts)
  async removeArtifacts({ storagePaths }: RequestOf<typeof siteMessages.removeArtifacts>, context: RequestContext) {
    const remove = () => this.removing.removeArtifacts(storagePaths, context);
    return { removed: await this.turns.take(context.caller, remove) };
  }
}
