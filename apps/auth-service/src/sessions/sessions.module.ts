import { Module } from '@nestjs/common';
import type { ServiceEnv } from '../config.js';
import { SigningKeys } from './tokens/signing-keys.js';
import { MailModule } from '../mail/mail.module.js';
import { AccountSessions } from './account-sessions.js';
import { EndedSessions } from './ended-sessions.js';
import { RefreshSession } from './refresh-session.js';
import { SessionAnswers } from './session-answers.js';
import { Sessions } from './sessions.js';
import { SessionsMessageController } from './sessions.message-controller.js';
import { RefreshTokens } from './tokens/refresh-token.js';

@Module({
  imports: [MailModule],
  controllers: [SessionsMessageController],
  providers: [
    AccountSessions,
    EndedSessions,
    RefreshSession,
    RefreshTokens,
    SessionAnswers,
    Sessions,
    // Keys are imported asynchronously, which only a factory can wait for.
    {
      provide: SigningKeys,
      inject: ['AUTH_SIGNING_KEYS' satisfies keyof ServiceEnv],
      useFactory: (keys: ServiceEnv['AUTH_SIGNING_KEYS']) => SigningKeys.load(keys),
    },
  ],
  exports: [EndedSessions, SessionAnswers, Sessions],
})
export class SessionsModule {}
