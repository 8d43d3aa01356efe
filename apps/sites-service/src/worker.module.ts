import { databaseTimeouts } from '@haru/database';
import { EventConsumer, eventOfClass, type EventWorker, Outbox, OutboxRelay } from '@haru/events';
import { RequestClient } from '@haru/messaging';
import type { Logger } from '@haru/service-runtime';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import type { WorkerEnv } from './config.js';
import { settingsOf, sitesDatabase } from './database.js';
import { HtmlStorage } from './html-storage/html-storage.js';
import { openHtmlStorage } from './html-storage/open-html-storage.js';
import { MaintenanceJobs } from './maintenance/maintenance-jobs.js';
import { ReconcileManifests } from './maintenance/reconcile-manifests.js';
import { ReconcileStorage } from './maintenance/reconcile-storage.js';
import { SitesSchedule } from './maintenance/sites-schedule.js';
import { SweepSites } from './maintenance/sweep-sites.js';
import { SiteCacheInvalidator, connectedClient } from './sites/site-cache-invalidator.js';
import { ArtifactSync } from './stored-pages/artifact-sync.js';
import { ManifestWriter } from './stored-pages/manifest-writer.js';
import { ManifestSigner } from './stored-pages/page-manifest.js';
import { eventWorkers } from './workers/event-workers.js';

@Module({})
export class WorkerModule implements OnApplicationShutdown {
  constructor(private readonly client: RequestClient) {}

  static for(env: WorkerEnv, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        ScheduleModule.forRoot(),
        sitesDatabase.module('sites-worker', env, databaseTimeouts.worker, settingsOf(env)),
      ],
      providers: [
        { provide: HtmlStorage, useFactory: () => openHtmlStorage(env.htmlStorage) },
        { provide: RequestClient, useFactory: () => connectedClient(env.REDIS_URL) },
        {
          provide: SiteCacheInvalidator,
          inject: [RequestClient],
          useFactory: (client: RequestClient) => new SiteCacheInvalidator(client, logger),
        },
        Outbox,
        { provide: ManifestSigner, useValue: new ManifestSigner(env.PAGE_MANIFEST_KEY) },
        ArtifactSync,
        ManifestWriter,
        SweepSites,
        ReconcileStorage,
        ReconcileManifests,
        {
          provide: SitesSchedule,
          inject: [DataSource, SweepSites, ReconcileStorage, ReconcileManifests],
          useFactory: (...parts: [DataSource, SweepSites, ReconcileStorage, ReconcileManifests]) =>
            new SitesSchedule(
              new MaintenanceJobs(...parts, eventWorkers.map(eventOfClass), env.REDIS_URL, logger),
              env,
              logger,
            ),
        },
        ...eventWorkers,
        {
          provide: OutboxRelay,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) =>
            new OutboxRelay({ dataSource, databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL, logger }),
        },
        {
          provide: EventConsumer,
          inject: [DataSource, ...eventWorkers],
          useFactory: (dataSource: DataSource, ...workers: EventWorker[]) =>
            new EventConsumer({ service: 'sites', workers, dataSource, redisUrl: env.REDIS_URL, logger }),
        },
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }
}
