import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ApiKeys } from './api-keys.js';
import { CheckKey } from './check-key.js';
import { EditKeys } from './edit-keys.js';
import { KeysMessageController } from './keys.message-controller.js';

@Module({
  imports: [SessionsModule],
  controllers: [KeysMessageController],
  providers: [ApiKeys, CheckKey, EditKeys],
})
export class KeysModule {}
