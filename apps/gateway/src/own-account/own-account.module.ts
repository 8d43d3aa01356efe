import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { RateLimitsModule } from '../rate-limits/rate-limits.module.js';
import { AdoptSitesHttpController } from './adopt-sites.http-controller.js';
import { ApiKeysHttpController } from './api-keys.http-controller.js';
import { MailSettingsHttpController } from './mail-settings.http-controller.js';
import { ManagementLinkHttpController } from './management-link.http-controller.js';
import { RecoveryCodesHttpController } from './recovery-codes.http-controller.js';
import { ResetLinkHttpController } from './reset-link.http-controller.js';
import { SessionsHttpController } from './sessions.http-controller.js';

@Module({
  imports: [CredentialsModule, RateLimitsModule],
  controllers: [
    AdoptSitesHttpController,
    ApiKeysHttpController,
    MailSettingsHttpController,
    ManagementLinkHttpController,
    RecoveryCodesHttpController,
    ResetLinkHttpController,
    SessionsHttpController,
  ],
})
export class OwnAccountModule {}
