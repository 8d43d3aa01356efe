import {
  backupMessages,
  type Handles,
  moderationMessages,
  type RequestContext,
  type RequestOf,
  safetyMessages,
  siteMessages,
  siteNumberMessages,
} from '@haru/contracts';
import { HandleMessage } from '@haru/messaging';
import { Controller } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { listBackupRuns, requestBackup } from './backup-runs.js';
import { CheckCounts } from './counts/check-counts.js';
import { CountActiveSites, countPublishesPerHour, countSitesOfAccounts } from './counts/site-numbers.js';
import { grantPath, ReservedPaths } from './paths/reserved-paths.js';
import { PagePasswords } from './page-passwords.js';

/** Each message that no other controller handles is here, so one without a handler does not compile. */
type Messages = Omit<
  typeof siteMessages,
  'createSite' | 'checkPage' | 'serveSite' | 'listSites' | 'updateSites' | 'deleteSites' | 'removeArtifacts'
> &
  Pick<typeof moderationMessages, 'grantPath'> &
  typeof safetyMessages &
  typeof siteNumberMessages &
  typeof backupMessages;

type Payload<Name extends keyof Messages> = RequestOf<Messages[Name]>;

@Controller()
export class SitesMessageController implements Handles<Messages> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly counting: CountActiveSites,
    private readonly reserved: ReservedPaths,
    private readonly checks: CheckCounts,
    private readonly passwords: PagePasswords,
  ) {}

  @HandleMessage(siteMessages.openSite)
  async openSite(request: Payload<'openSite'>) {
    return { code: await this.passwords.openSite(request) };
  }

  @HandleMessage(siteMessages.countActiveSites)
  async countActiveSites() {
    return { count: await this.counting.countActiveSites() };
  }

  @HandleMessage(siteMessages.checkPath)
  async checkPath({ path }: Payload<'checkPath'>, { caller }: RequestContext) {
    return { available: await this.reserved.isAvailable(this.dataSource, path, caller) };
  }

  @HandleMessage(moderationMessages.grantPath)
  async grantPath(request: Payload<'grantPath'>, context: RequestContext) {
    await grantPath(this.dataSource, request, context);
    return {};
  }

  @HandleMessage(safetyMessages.getSafety)
  getSafety() {
    return this.checks.getSafety();
  }

  @HandleMessage(siteNumberMessages.countSitesOfAccounts)
  async countSitesOfAccounts({ accountIds }: Payload<'countSitesOfAccounts'>, { caller }: RequestContext) {
    return { accounts: await countSitesOfAccounts(this.dataSource, accountIds, caller) };
  }

  @HandleMessage(siteNumberMessages.countPublishesPerHour)
  countPublishesPerHour({ hours }: Payload<'countPublishesPerHour'>, { caller }: RequestContext) {
    return countPublishesPerHour(this.dataSource, hours, caller);
  }

  @HandleMessage(backupMessages.listBackupRuns)
  async listBackupRuns(_request: unknown, { caller }: RequestContext) {
    return { runs: await listBackupRuns(this.dataSource, caller) };
  }

  @HandleMessage(backupMessages.requestBackup)
  async requestBackup(request: Payload<'requestBackup'>, context: RequestContext) {
    return { run: await requestBackup(this.dataSource, request, context) };
  }
}
