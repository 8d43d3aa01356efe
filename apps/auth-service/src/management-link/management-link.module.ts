import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ManagementLinks } from './management-links.js';
import { ManagementLinksMessageController } from './management-links.message-controller.js';

@Module({
  imports: [SessionsModule],
  controllers: [ManagementLinksMessageController],
  providers: [ManagementLinks],
})
export class ManagementLinkModule {}
