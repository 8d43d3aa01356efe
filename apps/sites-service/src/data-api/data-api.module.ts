import { Module } from '@nestjs/common';
import { DataApiMessageController } from './data-api.message-controller.js';
import { DeleteSites } from './delete-sites.js';
import { ListSites } from './list-sites.js';
import { RemoveArtifacts } from './remove-artifacts.js';
import { ServeSite } from './serve-site.js';
import { UpdateSites } from './update-sites.js';

@Module({
  controllers: [DataApiMessageController],
  providers: [ListSites, UpdateSites, DeleteSites, RemoveArtifacts, ServeSite],
})
export class DataApiModule {}
