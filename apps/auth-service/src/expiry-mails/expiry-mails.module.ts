import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountMailSettings } from './mail-settings.js';
import { MailSettingsMessageController } from './mail-settings.message-controller.js';

@Module({
  imports: [SessionsModule],
  controllers: [MailSettingsMessageController],
  providers: [AccountMailSettings],
})
export class ExpiryMailsModule {}
