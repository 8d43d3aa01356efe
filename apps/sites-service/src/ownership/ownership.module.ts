import { Module } from '@nestjs/common';
import { AdoptSites } from './adopt-sites.js';
import { EndedSites } from './ended-sites.js';
import { OwnershipMessageController } from './ownership.message-controller.js';

@Module({
  controllers: [OwnershipMessageController],
  providers: [AdoptSites, EndedSites],
})
export class OwnershipModule {}
