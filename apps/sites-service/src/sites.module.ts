import { databaseTimeouts } from '@haru/database';
import { Outbox } from '@haru/events';
import { RequestClient } from '@haru/messaging';
import { CheckPool, PageChecker } from '@haru/page-check';
import type { Logger } from '@haru/service-runtime';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ServiceEnv } from './config.js';
import { sitesDatabase } from './database.js';
import { HtmlStorage } from './storage/html-storage/html-storage.js';
import { openHtmlStorage } from './storage/html-storage/open-html-storage.js';
import { BanContents } from './moderation/ban-contents.js';
import { CaseAdminMessageController } from './moderation/cases/admin/case-admin.message-controller.js';
import { ReadCaseDetail } from './moderation/cases/admin/case-detail.js';
import { CountCases } from './moderation/cases/admin/case-numbers.js';
import { DecideCase } from './moderation/cases/admin/decide-case.js';
import { ConflictOfInterest } from './moderation/cases/steps/conflict-of-interest.js';
import { ListCases } from './moderation/cases/admin/list-cases.js';
import { CasesMessageController } from './moderation/cases/cases.message-controller.js';
import { DescribeCaseMail } from './moderation/cases/describe-case-mail.js';
import { OwnCase } from './moderation/cases/own-case.js';
import { ReadCases } from './moderation/cases/read-cases.js';
import { ReportSite } from './moderation/cases/report-site.js';
import { ModerationMessageController } from './moderation/moderation.message-controller.js';
import { SearchSites } from './moderation/search-sites.js';
import { SiteNumbers } from './sites/counts/site-numbers.js';
import { PageStops } from './moderation/page-stops.js';
import { StopSites } from './moderation/stop-sites.js';
import { SiteCacheInvalidator, connectedClient } from './sites/site-cache-invalidator.js';
import { CheckPath } from './sites/paths/check-path.js';
import { GrantPath } from './sites/paths/grant-path.js';
import { CheckCounts } from './sites/counts/check-counts.js';
import { CountActiveSites } from './sites/counts/count-active-sites.js';
import { CreateSite } from './publishing/create-site.js';
import { DeleteSites } from './data-api/delete-sites.js';
import { ListSites } from './data-api/list-sites.js';
import { AdoptSites } from './ownership/adopt-sites.js';
import { AdoptionMessageController } from './ownership/adoption.message-controller.js';
import { SiteInternalMessageController } from './ownership/site-internal.message-controller.js';
import { BannedContentIndex } from './sites/checks/banned-content-index.js';
import { ListDeletedSites } from './ownership/list-deleted-sites.js';
import { PreviewSigner } from './publishing/versions/preview-signer.js';
import { PreviewVersion } from './publishing/versions/preview-version.js';
import { PurgeSite } from './ownership/purge-site.js';
import { RecoveryMessageController } from './ownership/recovery.message-controller.js';
import { RecheckHiddenPages } from './sites/checks/recheck-hidden-pages.js';
import { RestoreOwnSite } from './ownership/restore-own-site.js';
import { RemoveArtifacts } from './data-api/remove-artifacts.js';
import { HAS_OWN_ORIGINS } from './sites/paths/own-origins.js';
import { ReservedPaths } from './sites/paths/reserved-paths.js';
import { AccountTurns } from './sites/account-turns.js';
import { ServeSite } from './sites/serve-site.js';
import { SitePolicies } from './sites/site-policies.js';
import { SitesMessageController } from './sites.message-controller.js';
import { StorageAlarm } from './sites/quotas/storage-alarm.js';
import { StorageQuotas } from './sites/quotas/storage-quotas.js';
import { ManifestWriter } from './storage/manifest-writer.js';
import { ManifestSigner } from './storage/page-manifest.js';
import { UpdateSites } from './data-api/update-sites.js';
import { ChangeVersions } from './publishing/versions/change-versions.js';
import { ReadVersions } from './publishing/versions/read-versions.js';
import { UpdateSite } from './publishing/versions/update-site.js';
import { UpdateWriter } from './publishing/versions/update-writer.js';
import { VersionsMessageController } from './publishing/versions/versions.message-controller.js';

/** Callers wait, so a statement that waits longer for a lock fails, and its transaction is rolled back. */
const TIMEOUTS = { ...databaseTimeouts.service, lockMs: 2_000 };

@Module({})
export class SitesModule implements OnApplicationShutdown {
  constructor(private readonly client: RequestClient) {}

  static for(env: ServiceEnv, logger: Logger): DynamicModule {
    return {
      module: SitesModule,
      imports: [sitesDatabase.module('sites-service', env, TIMEOUTS)],
      controllers: [
        SitesMessageController,
        RecoveryMessageController,
        VersionsMessageController,
        SiteInternalMessageController,
        AdoptionMessageController,
        ModerationMessageController,
        CasesMessageController,
        CaseAdminMessageController,
      ],
      providers: [
        { provide: RequestClient, useFactory: () => connectedClient(env.REDIS_URL) },
        {
          provide: SiteCacheInvalidator,
          inject: [RequestClient, ManifestWriter],
          useFactory: (client: RequestClient, manifests: ManifestWriter) =>
            new SiteCacheInvalidator(client, logger, manifests),
        },
        { provide: HtmlStorage, useFactory: () => openHtmlStorage(env.htmlStorage) },
        { provide: ManifestSigner, useValue: new ManifestSigner(env.PAGE_MANIFEST_KEY) },
        ManifestWriter,
        { provide: HAS_OWN_ORIGINS, useValue: env.VIEWER_ORIGIN_PATTERN !== undefined },
        { provide: SitePolicies, useValue: new SitePolicies(env.SITE_POLICY) },
        { provide: ReservedPaths, useValue: new ReservedPaths(env.PRODUCT_NAME, env.RESERVED_PATHS) },
        {
          provide: StorageAlarm,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) => new StorageAlarm(dataSource, env.STORAGE_SOFT_LIMIT_BYTES),
        },
        { provide: StorageQuotas, useValue: new StorageQuotas(env.PUBLISH_LIMITS) },
        { provide: CheckPool, useFactory: () => CheckPool.start(logger, { rules: env.PAGE_RULES }) },
        {
          provide: PageChecker,
          inject: [CheckPool, BannedContentIndex, CheckCounts],
          useFactory: (pool: CheckPool, known: BannedContentIndex, counts: CheckCounts) =>
            new PageChecker(pool.check, logger, {
              version: env.PAGE_RULES.version,
              known,
              findSecrets: pool.findSecrets,
              count: (outcome) => counts.add(outcome),
            }),
        },
        {
          provide: CheckCounts,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) => new CheckCounts(dataSource, env.PAGE_RULES.version, logger),
        },
        BannedContentIndex,
        BanContents,
        Outbox,
        AccountTurns,
        CreateSite,
        ServeSite,
        CountActiveSites,
        CheckPath,
        GrantPath,
        ListSites,
        RecheckHiddenPages,
        UpdateSites,
        UpdateWriter,
        UpdateSite,
        ReadVersions,
        ChangeVersions,
        DeleteSites,
        RemoveArtifacts,
        ListDeletedSites,
        RestoreOwnSite,
        PurgeSite,
        AdoptSites,
        { provide: PreviewSigner, useValue: new PreviewSigner(env.PAGE_MANIFEST_KEY) },
        PreviewVersion,
        PageStops,
        StopSites,
        SearchSites,
        SiteNumbers,
        ...[ReportSite, ReadCases, OwnCase, DescribeCaseMail],
        ...[ListCases, ReadCaseDetail, ConflictOfInterest, DecideCase, CountCases],
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }
}
