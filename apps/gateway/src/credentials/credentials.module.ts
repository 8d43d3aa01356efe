import { Module } from '@nestjs/common';
import { PassportModule } from '@nestjs/passport';
import { AccessTokenStrategy } from './access-token.strategy.js';
import { LiveSessions } from './live-sessions.js';
import { SessionsMessageController } from './sessions.message-controller.js';
import { SigningKeys } from './signing-keys.js';

@Module({
  imports: [PassportModule],
  controllers: [SessionsMessageController],
  providers: [AccessTokenStrategy, LiveSessions, SigningKeys],
  exports: [AccessTokenStrategy, LiveSessions],
})
export class CredentialsModule {}
