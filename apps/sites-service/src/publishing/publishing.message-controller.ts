import {
  type Handles,
  recoveryMessages,
  type RequestContext,
  type RequestOf,
  siteMessages,
  versionMessages,
} from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { AccessKeys } from '../sites/access-keys.js';
import { AccountTurns } from '../sites/account-turns.js';
import { GivenContents } from './contents/given-contents.js';
import { CreateSite } from './create-site.js';
import { Versions } from './versions/versions.js';
import { UpdateSite } from './versions/update-site.js';

type Messages = Pick<typeof siteMessages, 'createSite' | 'checkPage'> &
  Pick<typeof recoveryMessages, 'previewVersion'> &
  typeof versionMessages;

@Controller()
export class PublishingMessageController implements Handles<Messages> {
  constructor(
    private readonly creation: CreateSite,
    private readonly contents: GivenContents,
    private readonly updating: UpdateSite,
    private readonly versions: Versions,
    private readonly turns: AccountTurns,
    private readonly keys: AccessKeys,
  ) {}

  @HandleMessage(siteMessages.createSite)
  async createSite(request: RequestOf<typeof siteMessages.createSite>, context: RequestContext) {
    return { site: this.keys.withKey(await this.creation.createSite(request, context)) };
  }

  @HandleMessage(siteMessages.checkPage)
  async checkPage({ htmlContent, format }: RequestOf<typeof siteMessages.checkPage>, context: RequestContext) {
    return { check: await this.contents.checkPage(htmlContent, format, context) };
  }

  @HandleMessage(versionMessages.updateSite)
  async updateSite(request: RequestOf<typeof versionMessages.updateSite>, context: RequestContext) {
    return { site: this.keys.withKey(await this.updating.updateSite(request, context)) };
  }

  @HandleMessage(versionMessages.restoreVersion)
  async restoreVersion(request: RequestOf<typeof versionMessages.restoreVersion>, context: RequestContext) {
    return { site: this.keys.withKey(await this.versions.restoreVersion(request, context)) };
  }

  @HandleMessage(versionMessages.listVersions)
  listVersions(request: RequestOf<typeof versionMessages.listVersions>, { caller }: RequestContext) {
    return this.versions.listVersions(request, caller);
  }

  @HandleMessage(versionMessages.getVersion)
  getVersion(request: RequestOf<typeof versionMessages.getVersion>, { caller }: RequestContext) {
    return this.versions.getVersion(request, caller);
  }

  @HandleMessage(versionMessages.getFile)
  getFile(request: RequestOf<typeof versionMessages.getFile>, { caller }: RequestContext) {
    return this.versions.getFile(request, caller);
  }

  @HandleMessage(versionMessages.getArchive)
  getArchive(request: RequestOf<typeof versionMessages.getArchive>, { caller }: RequestContext) {
    return this.versions.getArchive(request, caller);
  }

  @HandleMessage(versionMessages.getAccountArchive)
  async getAccountArchive(_request: unknown, { caller }: RequestContext) {
    return this.versions.getAccountArchive(caller);
  }

  @HandleMessage(versionMessages.labelVersion)
  async labelVersion(request: RequestOf<typeof versionMessages.labelVersion>, { caller }: RequestContext) {
    return { version: await this.turns.take(caller, () => this.versions.labelVersion(request, caller)) };
  }

  @HandleMessage(versionMessages.eraseVersion)
  async eraseVersion(request: RequestOf<typeof versionMessages.eraseVersion>, { caller }: RequestContext) {
    await this.turns.take(caller, () => this.versions.eraseVersion(request, caller));
    return {};
  }

  @HandleMessage(recoveryMessages.previewVersion)
  previewVersion(request: RequestOf<typeof recoveryMessages.previewVersion>, { caller }: RequestContext) {
    return this.versions.previewVersion(request, caller);
  }
}
