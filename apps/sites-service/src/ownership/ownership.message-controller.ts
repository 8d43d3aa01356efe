import {
  adoptionMessages,
  type Handles,
  recoveryMessages,
  type RequestContext,
  type RequestOf,
  siteInternalMessages,
} from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AccessKeys } from '../sites/access-keys.js';
import { AccountTurns } from '../sites/account-turns.js';
import { AdoptSites } from './adopt-sites.js';
import { findExpiringSites, findOwnersOfLiveSites } from './find-owners.js';
import { EndedSites } from './ended-sites.js';

type Messages = Omit<typeof recoveryMessages, 'previewVersion'> & typeof adoptionMessages & typeof siteInternalMessages;

@Controller()
export class OwnershipMessageController implements Handles<Messages> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly ended: EndedSites,
    private readonly adoption: AdoptSites,
    private readonly turns: AccountTurns,
    private readonly keys: AccessKeys,
  ) {}

  @HandleMessage(recoveryMessages.listDeletedSites)
  listDeletedSites({ after }: RequestOf<typeof recoveryMessages.listDeletedSites>, { caller }: RequestContext) {
    return this.ended.listDeletedSites(after, caller);
  }

  @HandleMessage(recoveryMessages.restoreOwnSite)
  async restoreOwnSite({ id }: RequestOf<typeof recoveryMessages.restoreOwnSite>, context: RequestContext) {
    const restore = () => this.ended.restoreOwnSite(id.toLowerCase(), context);
    return { site: this.keys.withKey(await this.turns.take(context.caller, restore)) };
  }

  @HandleMessage(recoveryMessages.purgeSite)
  async purgeSite({ id }: RequestOf<typeof recoveryMessages.purgeSite>, context: RequestContext) {
    await this.turns.take(context.caller, () => this.ended.purgeSite(id.toLowerCase(), context));
    return {};
  }

  @HandleMessage(adoptionMessages.adoptSites)
  async adoptSites({ temporaryAccountId }: RequestOf<typeof adoptionMessages.adoptSites>, context: RequestContext) {
    return { moved: await this.adoption.adoptSites(temporaryAccountId.toLowerCase(), context) };
  }

  @HandleMessage(siteInternalMessages.findOwnersOfLiveSites)
  async findOwnersOfLiveSites({ accountIds }: RequestOf<typeof siteInternalMessages.findOwnersOfLiveSites>) {
    return { accountIds: await findOwnersOfLiveSites(this.dataSource, accountIds) };
  }

  @HandleMessage(siteInternalMessages.findExpiringSites)
  findExpiringSites(request: RequestOf<typeof siteInternalMessages.findExpiringSites>) {
    return findExpiringSites(this.dataSource, request);
  }
}
