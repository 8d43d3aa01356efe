import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { RecoveryCodes } from './recovery-codes.js';
import { RecoveryCodesMessageController } from './recovery-codes.message-controller.js';

@Module({
  imports: [SessionsModule],
  controllers: [RecoveryCodesMessageController],
  providers: [RecoveryCodes],
})
export class RecoveryCodesModule {}
