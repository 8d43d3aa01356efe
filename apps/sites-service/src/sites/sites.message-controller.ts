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
import { BackupRuns } from './backup-runs.js';
import { CheckCounts } from './counts/check-counts.js';
import { CountActiveSites } from './counts/count-active-sites.js';
import { countPublishesPerHour, countSitesOfAccounts } from './counts/site-numbers.js';
import { CheckPath } from './paths/check-path.js';
import { GrantPath } from './paths/grant-path.js';
import { PagePasswords } from './page-passwords.js';
import { serveSite } from './serve-site.js';
import { HtmlStorage } from '../storage/html-storage/html-storage.js';

type Messages = Pick<typeof siteMessages, 'serveSite' | 'openSite' | 'countActiveSites' | 'checkPath'> &
  Pick<typeof moderationMessages, 'grantPath'> &
  typeof safetyMessages &
  typeof siteNumberMessages &
  typeof backupMessages;

@Controller()
export class SitesMessageController implements Handles<Messages> {
  constructor(
    private readonly dataSource: DataSource,
    private readonly counting: CountActiveSites,
    private readonly checking: CheckPath,
    private readonly granting: GrantPath,
    private readonly checks: CheckCounts,
    private readonly storage: HtmlStorage,
    private readonly backups: BackupRuns,
    private readonly passwords: PagePasswords,
  ) {}

  @HandleMessage(siteMessages.serveSite)
  async serveSite({ path }: RequestOf<typeof siteMessages.serveSite>) {
    return { site: await serveSite(this.dataSource, this.storage, path) };
  }

  @HandleMessage(siteMessages.openSite)
  async openSite(request: RequestOf<typeof siteMessages.openSite>) {
    return { code: await this.passwords.openSite(request) };
  }

  @HandleMessage(siteMessages.countActiveSites)
  async countActiveSites() {
    return { count: await this.counting.countActiveSites() };
  }

  @HandleMessage(siteMessages.checkPath)
  async checkPath({ path }: RequestOf<typeof siteMessages.checkPath>, { caller }: RequestContext) {
    return { available: await this.checking.checkPath(path, caller) };
  }

  @HandleMessage(moderationMessages.grantPath)
  async grantPath(request: RequestOf<typeof moderationMessages.grantPath>, context: RequestContext) {
    await this.granting.grantPath(request, context);
    return {};
  }

  @HandleMessage(safetyMessages.getSafety)
  getSafety() {
    return this.checks.getSafety();
  }

  @HandleMessage(siteNumberMessages.countSitesOfAccounts)
  async countSitesOfAccounts(
    { accountIds }: RequestOf<typeof siteNumberMessages.countSitesOfAccounts>,
    { caller }: RequestContext,
  ) {
    return { accounts: await countSitesOfAccounts(this.dataSource, accountIds, caller) };
  }

  @HandleMessage(siteNumberMessages.countPublishesPerHour)
  countPublishesPerHour(
    { hours }: RequestOf<typeof siteNumberMessages.countPublishesPerHour>,
    { caller }: RequestContext,
  ) {
    return countPublishesPerHour(this.dataSource, hours, caller);
  }

  @HandleMessage(backupMessages.listBackupRuns)
  async listBackupRuns(_request: unknown, { caller }: RequestContext) {
    return { runs: await this.backups.list(caller) };
  }

  @HandleMessage(backupMessages.requestBackup)
  async requestBackup(request: RequestOf<typeof backupMessages.requestBackup>, context: RequestContext) {
    return { run: await this.backups.request(request, context) };
  }
}
