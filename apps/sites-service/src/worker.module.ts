import { Module } from '@nestjs/common';
import { MaintenanceWorkerModule } from './maintenance/maintenance.module.js';
import { ModerationWorkerModule } from './moderation/moderation.module.js';
import { OwnershipWorkerModule } from './ownership/ownership.module.js';
import { SitesWorkerModule } from './sites/sites.module.js';
import { StorageWorkerModule } from './storage/storage.module.js';
import { TreesWorkerModule } from './trees/trees.module.js';

@Module({
  imports: [
    SitesWorkerModule,
    StorageWorkerModule,
    TreesWorkerModule,
    ModerationWorkerModule,
    OwnershipWorkerModule,
    MaintenanceWorkerModule,
  ],
})
export class WorkerModule {}
