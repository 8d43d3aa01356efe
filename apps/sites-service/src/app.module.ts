import { EventsModule } from '@haru/events';
import { Module } from '@nestjs/common';
import { DataApiModule } from './data-api/data-api.module.js';
import { ModerationModule } from './moderation/moderation.module.js';
import { OwnershipModule } from './ownership/ownership.module.js';
import { PublishingModule } from './publishing/publishing.module.js';
import { SitesModule } from './sites/sites.module.js';
import { StorageModule } from './storage/storage.module.js';
import { TreesModule } from './trees/trees.module.js';

@Module({
  imports: [
    EventsModule,
    SitesModule,
    StorageModule,
    TreesModule,
    PublishingModule,
    DataApiModule,
    ModerationModule,
    OwnershipModule,
  ],
})
export class AppModule {}
