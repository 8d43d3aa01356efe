import { workersAndJobsIn } from '@haru/events';
import { Module } from '@nestjs/common';
import { ModerationWorkerModule } from './moderation/moderation.module.js';
import { SitesWorkerModule } from './sites/sites.module.js';
import { StorageWorkerModule } from './storage/storage.module.js';

@Module({
  imports: [SitesWorkerModule, StorageWorkerModule, ModerationWorkerModule],
  providers: await workersAndJobsIn(import.meta.dirname),
})
export class WorkerModule {}
