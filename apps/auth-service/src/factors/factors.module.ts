import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { EnrolFactor } from './enrol-factor.js';
import { FactorsMessageController } from './factors.message-controller.js';
import { RemoveFactor } from './remove-factor.js';
import { SecretBox } from './secret-box.js';
import { VerifyFactor } from './verify-factor.js';

@Module({
  imports: [MailModule, SessionsModule],
  controllers: [FactorsMessageController],
  providers: [EnrolFactor, RemoveFactor, SecretBox, VerifyFactor],
  exports: [RemoveFactor],
})
export class FactorsModule {}
