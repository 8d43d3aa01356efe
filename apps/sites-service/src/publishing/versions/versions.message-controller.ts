import { type Handles, type RequestContext, type RequestOf, versionMessages } from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { AccountTurns } from '../../sites/account-turns.js';
import { ChangeVersions } from './change-versions.js';
import { ReadVersions } from './read-versions.js';
import { UpdateSite } from './update-site.js';

@Controller()
export class VersionsMessageController implements Handles<typeof versionMessages> {
  constructor(
    private readonly updating: UpdateSite,
    private readonly reading: ReadVersions,
    private readonly changing: ChangeVersions,
    private readonly turns: AccountTurns,
  ) {}

  @HandleMessage(versionMessages.updateSite)
  async updateSite(request: RequestOf<typeof versionMessages.updateSite>, context: RequestContext) {
    return { site: await this.updating.updateSite(request, context) };
  }

  @HandleMessage(versionMessages.restoreVersion)
  async restoreVersion(request: RequestOf<typeof versionMessages.restoreVersion>, context: RequestContext) {
    return { site: await this.changing.restoreVersion(request, context) };
  }

  @HandleMessage(versionMessages.listVersions)
  listVersions(request: RequestOf<typeof versionMessages.listVersions>, { caller }: RequestContext) {
    return this.reading.listVersions(request, caller);
  }

  @HandleMessage(versionMessages.getVersion)
  getVersion(request: RequestOf<typeof versionMessages.getVersion>, { caller }: RequestContext) {
    return this.reading.getVersion(request, caller);
  }

  @HandleMessage(versionMessages.labelVersion)
  async labelVersion(request: RequestOf<typeof versionMessages.labelVersion>, { caller }: RequestContext) {
    return { version: await this.turns.take(caller, () => this.changing.labelVersion(request, caller)) };
  }

  @HandleMessage(versionMessages.eraseVersion)
  async eraseVersion(request: RequestOf<typeof versionMessages.eraseVersion>, { caller }: RequestContext) {
    await this.turns.take(caller, () => this.changing.eraseVersion(request, caller));
    return {};
  }
}
