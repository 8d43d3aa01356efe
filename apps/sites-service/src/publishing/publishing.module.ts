import { Module } from '@nestjs/common';
import { GivenContents } from './contents/given-contents.js';
import { CreateSite } from './create-site.js';
import { PublishingMessageController } from './publishing.message-controller.js';
import { SiteWriter } from './site-writer.js';
import { Versions } from './versions/versions.js';
import { PreviewSigner } from '../trees/tickets.js';
import { UpdateSite } from './versions/update-site.js';
import { UpdateWriter } from './versions/update-writer.js';

@Module({
  controllers: [PublishingMessageController],
  providers: [...[CreateSite, SiteWriter, UpdateSite, UpdateWriter, GivenContents], ...[Versions, PreviewSigner]],
})
export class PublishingModule {}
