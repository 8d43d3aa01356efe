import { databaseTimeouts } from '@haru/database';
import { Outbox } from '@haru/events';
import { RequestClient } from '@haru/messaging';
import type { Logger } from '@haru/service-runtime';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ServiceEnv } from './config.js';
import { settingsOf, sitesDatabase } from './database.js';
import { ModerationMessageController } from './moderation/moderation.message-controller.js';
import { SearchSites } from './moderation/search-sites.js';
import { SiteNumbers } from './counts/site-numbers.js';
import { StopSites } from './moderation/stop-sites.js';
import { SiteCacheInvalidator, connectedClient } from './sites/site-cache-invalidator.js';
import { CheckPath } from './paths/check-path.js';
import { CountActiveSites } from './counts/count-active-sites.js';
import { CreateSite } from './publishing/create-site.js';
import { DeleteSites } from './rows/delete-sites.js';
import { ListSites } from './rows/list-sites.js';
import { OwnersOfLiveSitesMessageController } from './accounts/owners-of-live-sites.message-controller.js';
import { RemoveArtifacts } from './rows/remove-artifacts.js';
import { ReservedPaths } from './paths/reserved-paths.js';
import { ServeSite } from './sites/serve-site.js';
import { SitePolicies } from './sites/site-policies.js';
import { SitesMessageController } from './sites.message-controller.js';
import { StorageAlarm } from './quotas/storage-alarm.js';
import { StorageQuotas } from './quotas/storage-quotas.js';
import { UpdateSites } from './rows/update-sites.js';

@Module({})
export class SitesModule implements OnApplicationShutdown {
  constructor(private readonly client: RequestClient) {}

  static for(env: ServiceEnv, logger: Logger): DynamicModule {
    return {
      module: SitesModule,
      imports: [sitesDatabase.module('sites-service', env, databaseTimeouts.service, settingsOf(env))],
      controllers: [SitesMessageController, OwnersOfLiveSitesMessageController, ModerationMessageController],
      providers: [
        { provide: RequestClient, useFactory: () => connectedClient(env.REDIS_URL) },
        {
          provide: SiteCacheInvalidator,
          inject: [RequestClient],
          useFactory: (client: RequestClient) => new SiteCacheInvalidator(client, logger),
        },
        { provide: SitePolicies, useValue: new SitePolicies(env.SITE_POLICY) },
        { provide: ReservedPaths, useValue: new ReservedPaths(env.PRODUCT_NAME, env.RESERVED_PATHS) },
        {
          provide: StorageAlarm,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) => new StorageAlarm(dataSource, env.STORAGE_SOFT_LIMIT_BYTES),
        },
        { provide: StorageQuotas, useValue: new StorageQuotas(env.PUBLISH_LIMITS) },
        Outbox,
        CreateSite,
        ServeSite,
        CountActiveSites,
        CheckPath,
        ListSites,
        UpdateSites,
        DeleteSites,
        RemoveArtifacts,
        StopSites,
        SearchSites,
        SiteNumbers,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }
}
