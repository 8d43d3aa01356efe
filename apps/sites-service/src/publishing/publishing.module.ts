import { Module } from '@nestjs/common';
import { GivenContents } from './contents/given-contents.js';
import { CreateSite } from './create-site.js';
import { PublishingMessageController } from './publishing.message-controller.js';
import { SiteWriter } from './site-writer.js';
import { ChangeVersions } from './versions/change-versions.js';
import { PreviewSigner } from '../trees/tickets.js';
import { ReadVersions } from './versions/read-versions.js';
import { UpdateSite } from './versions/update-site.js';
import { UpdateWriter } from './versions/update-writer.js';

@Module({
  controllers: [PublishingMessageController],
  providers: [
    ...[CreateSite, SiteWriter, UpdateSite, UpdateWriter, GivenContents],
    ...[ReadVersions, ChangeVersions, PreviewSigner],
  ],
})
export class PublishingModule {}
