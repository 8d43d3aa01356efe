import { Module } from '@nestjs/common';
import { AdoptSites } from './adopt-sites.js';
import { ListDeletedSites } from './list-deleted-sites.js';
import { OwnershipMessageController } from './ownership.message-controller.js';
import { PurgeSite } from './purge-site.js';
import { RestoreOwnSite } from './restore-own-site.js';

@Module({
  controllers: [OwnershipMessageController],
  providers: [AdoptSites, ListDeletedSites, PurgeSite, RestoreOwnSite],
})
export class OwnershipModule {}
