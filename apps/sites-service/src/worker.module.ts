import { databaseTimeouts } from '@haru/database';
import { EventConsumer, eventOfClass, type EventWorker, Outbox, OutboxRelay } from '@haru/events';
import { RequestClient } from '@haru/messaging';
import { checkThread, type PageCheck, PageThread } from '@haru/page-check';
import type { Logger } from '@haru/service-runtime';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import type { WorkerEnv } from './config.js';
import { sitesDatabase } from './database.js';
import { OpenCasesForReviews } from './moderation/cases/jobs/open-for-reviews.js';
import { StopUnanswered } from './moderation/cases/jobs/stop-unanswered.js';
import { HtmlStorage } from './storage/html-storage/html-storage.js';
import { openHtmlStorage } from './storage/html-storage/open-html-storage.js';
import { MaintenanceJobs } from './maintenance/maintenance-jobs.js';
import { ReconcileManifests } from './storage/reconcile-manifests.js';
import { ReconcileStorage } from './storage/reconcile-storage.js';
import { SitesSchedule } from './maintenance/sites-schedule.js';
import { SweepSites } from './maintenance/sweep-sites.js';
import { PageStops } from './moderation/page-stops.js';
import { BannedContentIndex } from './sites/checks/banned-content-index.js';
import { PageRechecker } from './moderation/rechecks/page-rechecker.js';
import { PageRechecks } from './moderation/rechecks/page-rechecks.js';
import { SiteCacheInvalidator, connectedClient } from './sites/site-cache-invalidator.js';
import { ArtifactSync } from './storage/artifact-sync.js';
import { ManifestWriter } from './storage/manifest-writer.js';
import { ManifestSigner } from './storage/page-manifest.js';
import { eventWorkers } from './event-workers.js';

/** It is in milliseconds of processor time. */
const RECHECK_BUDGET_MS = 1_000;

/** `MaintenanceJobs` takes these, in this order. */
const jobParts = [SweepSites, ReconcileStorage, ReconcileManifests, StopUnanswered, OpenCasesForReviews];

@Module({})
export class WorkerModule implements OnApplicationShutdown {
  constructor(private readonly client: RequestClient) {}

  static for(env: WorkerEnv, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [ScheduleModule.forRoot(), sitesDatabase.module('sites-worker', env, databaseTimeouts.worker)],
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
        BannedContentIndex,
        // There is one thread, which runs only while there is a page to check. It has more time than publishing.
        {
          provide: PageThread,
          useFactory: () => checkThread(logger, { rules: env.PAGE_RULES, budgetMs: RECHECK_BUDGET_MS }, 0),
        },
        {
          provide: PageRechecks,
          inject: [DataSource, PageThread, BannedContentIndex, SiteCacheInvalidator],
          useFactory: (
            dataSource: DataSource,
            thread: PageThread<PageCheck>,
            known: BannedContentIndex,
            changes: SiteCacheInvalidator,
          ) =>
            new PageRechecks(
              dataSource,
              new PageRechecker(dataSource, thread.run, known, changes),
              env.PAGE_RULES.version,
              logger,
            ),
        },
        ReconcileStorage,
        ReconcileManifests,
        PageStops,
        StopUnanswered,
        OpenCasesForReviews,
        {
          provide: SitesSchedule,
          inject: [PageRechecks, DataSource, ...jobParts],
          useFactory: (
            rechecks: PageRechecks,
            ...parts: [
              DataSource,
              SweepSites,
              ReconcileStorage,
              ReconcileManifests,
              StopUnanswered,
              OpenCasesForReviews,
            ]
          ) =>
            new SitesSchedule(
              new MaintenanceJobs(
                ...parts,
                env.VERSION_RETENTION,
                env.VIEWER_ORIGIN_PATTERN !== undefined,
                eventWorkers.map(eventOfClass),
                env.REDIS_URL,
                logger,
              ),
              rechecks,
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
