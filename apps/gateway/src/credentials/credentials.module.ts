import { Module } from '@nestjs/common';
import { AccessTokenStrategy } from './access-token.strategy.js';
import { LiveSessions } from './live-sessions.js';
import { CREDENTIAL_RESOLVERS } from './resolvers/credential-resolver.js';
import { KeyResolver } from './resolvers/key.resolver.js';
import { SessionResolver } from './resolvers/session.resolver.js';
import { SessionsMessageController } from './sessions.message-controller.js';
import { SigningKeys } from './signing-keys.js';

/** The first resolver that accepts a credential decides. That of sessions accepts all, so it is the last. */
const resolvers = [KeyResolver, SessionResolver];

@Module({
  controllers: [SessionsMessageController],
  providers: [
    AccessTokenStrategy,
    LiveSessions,
    SigningKeys,
    ...resolvers,
    { provide: CREDENTIAL_RESOLVERS, inject: resolvers, useFactory: (...all: unknown[]) => all },
  ],
  exports: [AccessTokenStrategy, CREDENTIAL_RESOLVERS, KeyResolver, LiveSessions],
})
export class CredentialsModule {}
