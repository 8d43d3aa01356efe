import { type Handles, type RequestContext, type RequestOf, siteMessages } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { AccountTurns } from '../sites/account-turns.js';
import { AccessKeys } from '../sites/access-keys.js';
import { ACCESS_KEY_COLUMN } from '../tables/columns.js';
import type { Row } from './site-conditions.js';
import { DeleteSites } from './delete-sites.js';
import { ListSites } from './list-sites.js';
import { RemoveArtifacts } from './remove-artifacts.js';
import { ServeSite } from './serve-site.js';
import { UpdateSites } from './update-sites.js';

type Messages = Pick<
  typeof siteMessages,
  'listSites' | 'updateSites' | 'deleteSites' | 'removeArtifacts' | 'serveSite'
>;

@Controller()
export class DataApiMessageController implements Handles<Messages> {
  constructor(
    private readonly listing: ListSites,
    private readonly updating: UpdateSites,
    private readonly deleting: DeleteSites,
    private readonly removing: RemoveArtifacts,
    private readonly serving: ServeSite,
    private readonly turns: AccountTurns,
    private readonly keys: AccessKeys,
  ) {}

  @HandleMessage(siteMessages.listSites)
  async listSites(request: RequestOf<typeof siteMessages.listSites>, { caller }: RequestContext) {
    return this.withKeys(await this.listing.listSites(request, caller));
  }

  @HandleMessage(siteMessages.updateSites)
  async updateSites(request: RequestOf<typeof siteMessages.updateSites>, context: RequestContext) {
    return this.withKeys(await this.turns.take(context.caller, () => this.updating.updateSites(request, context)));
  }

  @HandleMessage(siteMessages.deleteSites)
  async deleteSites(request: RequestOf<typeof siteMessages.deleteSites>, context: RequestContext) {
    return this.withKeys(await this.turns.take(context.caller, () => this.deleting.deleteSites(request, context)));
  }

  @HandleMessage(siteMessages.removeArtifacts)
  async removeArtifacts({ storagePaths }: RequestOf<typeof siteMessages.removeArtifacts>, context: RequestContext) {
    const remove = () => this.removing.removeArtifacts(storagePaths, context);
    return { removed: await this.turns.take(context.caller, remove) };
  }

  @HandleMessage(siteMessages.serveSite)
  async serveSite({ path }: RequestOf<typeof siteMessages.serveSite>) {
    return { site: await this.serving.serveSite(path) };
  }

  /** Replaces the names of keys in the rows by the keys, which the database does not have. */
  private withKeys<Answer extends { rows: Row[] }>(answer: Answer): Answer {
    const rows = answer.rows.map((row) => {
      const name = row[ACCESS_KEY_COLUMN];
      return typeof name === 'string' ? { ...row, [ACCESS_KEY_COLUMN]: this.keys.keyNamed(name) } : row;
    });
    return { ...answer, rows };
  }
}
