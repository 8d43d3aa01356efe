import { type Handles, recoveryMessages, type RequestContext, type RequestOf } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { AccountTurns } from '../sites/account-turns.js';
import { ListDeletedSites } from './list-deleted-sites.js';
import { PreviewVersion } from '../publishing/versions/preview-version.js';
import { PurgeSite } from './purge-site.js';
import { RestoreOwnSite } from './restore-own-site.js';

@Controller()
export class RecoveryMessageController implements Handles<typeof recoveryMessages> {
  constructor(
    private readonly listing: ListDeletedSites,
    private readonly restoring: RestoreOwnSite,
    private readonly purging: PurgeSite,
    private readonly previewing: PreviewVersion,
    private readonly turns: AccountTurns,
  ) {}

  @HandleMessage(recoveryMessages.listDeletedSites)
  listDeletedSites({ after }: RequestOf<typeof recoveryMessages.listDeletedSites>, { caller }: RequestContext) {
    return this.listing.listDeletedSites(after, caller);
  }

  @HandleMessage(recoveryMessages.restoreOwnSite)
  async restoreOwnSite({ id }: RequestOf<typeof recoveryMessages.restoreOwnSite>, context: RequestContext) {
    const restore = () => this.restoring.restoreOwnSite(id.toLowerCase(), context);
    return { site: await this.turns.take(context.caller, restore) };
  }

  @HandleMessage(recoveryMessages.purgeSite)
  async purgeSite({ id }: RequestOf<typeof recoveryMessages.purgeSite>, context: RequestContext) {
    await this.turns.take(context.caller, () => this.purging.purgeSite(id.toLowerCase(), context));
    return {};
  }

  @HandleMessage(recoveryMessages.previewVersion)
  previewVersion({ id, version }: RequestOf<typeof recoveryMessages.previewVersion>, { caller }: RequestContext) {
    return this.previewing.previewVersion({ siteId: id.toLowerCase(), version }, caller);
  }
}
