import { type Handles, type RequestContext, type RequestOf, siteMessages } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { AccountTurns } from '../sites/account-turns.js';
import { DeleteSites } from './delete-sites.js';
import { ListSites } from './list-sites.js';
import { RemoveArtifacts } from './remove-artifacts.js';
import { UpdateSites } from './update-sites.js';

type Messages = Pick<typeof siteMessages, 'listSites' | 'updateSites' | 'deleteSites' | 'removeArtifacts'>;

@Controller()
export class DataApiMessageController implements Handles<Messages> {
  constructor(
    private readonly listing: ListSites,
    private readonly updating: UpdateSites,
    private readonly deleting: DeleteSites,
    private readonly removing: RemoveArtifacts,
    private readonly turns: AccountTurns,
  ) {}

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
