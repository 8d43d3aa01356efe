import { EventConsumer, type HandlesEvent, OutboxRelay } from '@haru/events';
import type { Logger } from '@haru/service-runtime';
import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import type { WorkerEnv } from '../config.js';
import { typeOrmOptions } from '../database.js';
import { DiskHtmlStorage } from '../html-storage/disk-html-storage.js';
import { HtmlStorage } from '../html-storage/html-storage.js';
import { RemoveSitesWhenAccountDeleted } from './remove-sites-when-account-deleted.worker.js';
import { WriteArtifactWhenSitePublished } from './write-artifact-when-site-published.worker.js';

@Module({})
export class WorkerModule {
  static for(env: WorkerEnv, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [TypeOrmModule.forRoot(typeOrmOptions('sites-worker', env))],
      providers: [
        { provide: HtmlStorage, useFactory: () => new DiskHtmlStorage(env.HTML_STORAGE_DIR) },
        WriteArtifactWhenSitePublished,
        RemoveSitesWhenAccountDeleted,
        {
          provide: OutboxRelay,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) =>
            new OutboxRelay({ dataSource, databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL, logger }),
        },
        {
          provide: EventConsumer,
          inject: [DataSource, WriteArtifactWhenSitePublished, RemoveSitesWhenAccountDeleted],
          useFactory: (dataSource: DataSource, ...workers: HandlesEvent[]) =>
            new EventConsumer({ service: 'sites', workers, dataSource, redisUrl: env.REDIS_URL, logger }),
        },
      ],
    };
  }
}
