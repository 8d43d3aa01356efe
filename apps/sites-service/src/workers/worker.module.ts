import { databaseTimeouts } from '@haru/database';
import { EventConsumer, type HandlesEvent, Outbox, OutboxRelay } from '@haru/events';
import { RequestClient } from '@haru/messaging';
import type { Logger } from '@haru/service-runtime';
import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { WorkerEnv } from '../config.js';
import { settingsOf, sitesDatabase } from '../database.js';
import { HtmlStorage } from '../html-storage/html-storage.js';
import { openHtmlStorage } from '../html-storage/open-html-storage.js';
import { KeepHouse } from '../lifetime/keep-house.js';
import { MendStorage } from '../lifetime/mend-storage.js';
import { housekeeping, Schedule } from '../lifetime/schedule.js';
import { SweepSites } from '../lifetime/sweep-sites.js';
import { AnnounceChanges, connectedClient } from '../sites/announce-changes.js';
import { IndexPagesWhenAccountConfirmed } from './index-pages-when-account-confirmed.worker.js';
import { RemoveArtifactsWhenDiscarded } from './remove-artifacts-when-discarded.worker.js';
import { RemoveArtifactsWhenSiteDeleted } from './remove-artifacts-when-site-deleted.worker.js';
import { RemoveSitesWhenAccountDeleted } from './remove-sites-when-account-deleted.worker.js';
import { RestoreSitesWhenAccountUnbanned } from './restore-sites-when-account-unbanned.worker.js';
import { StopSitesWhenAccountBanned } from './stop-sites-when-account-banned.worker.js';
import { TellViewersWhenSiteExpired } from './tell-viewers-when-site-expired.worker.js';
import { WriteArtifactWhenSitePublished } from './write-artifact-when-site-published.worker.js';

const eventWorkers = [
  WriteArtifactWhenSitePublished,
  RemoveSitesWhenAccountDeleted,
  RemoveArtifactsWhenSiteDeleted,
  RemoveArtifactsWhenDiscarded,
  TellViewersWhenSiteExpired,
  StopSitesWhenAccountBanned,
  RestoreSitesWhenAccountUnbanned,
  IndexPagesWhenAccountConfirmed,
];

@Module({})
export class WorkerModule implements OnApplicationShutdown {
  constructor(private readonly client: RequestClient) {}

  static for(env: WorkerEnv, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [sitesDatabase.module('sites-worker', env, databaseTimeouts.worker, settingsOf(env))],
      providers: [
        { provide: HtmlStorage, useFactory: () => openHtmlStorage(env.htmlStorage) },
        { provide: RequestClient, useFactory: () => connectedClient(env.REDIS_URL) },
        {
          provide: AnnounceChanges,
          inject: [RequestClient],
          useFactory: (client: RequestClient) => new AnnounceChanges(client, logger),
        },
        Outbox,
        SweepSites,
        MendStorage,
        {
          provide: Schedule,
          inject: [DataSource, SweepSites, MendStorage],
          useFactory: (...parts: [DataSource, SweepSites, MendStorage]) =>
            new Schedule(new KeepHouse(...parts, env.REDIS_URL, logger), env.REDIS_URL, logger, {
              ...housekeeping,
              reconcile: env.RECONCILE_SECONDS * 1_000,
            }),
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
          useFactory: (dataSource: DataSource, ...workers: HandlesEvent[]) =>
            new EventConsumer({ service: 'sites', workers, dataSource, redisUrl: env.REDIS_URL, logger }),
        },
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }
}
