import { databaseTimeouts } from '@haru/database';
import { RequestClient } from '@haru/messaging';
import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { accountProviders } from './accounts/account-providers.js';
import { AccountsMessageController } from './accounts.message-controller.js';
import { AuthMessageController } from './auth.message-controller.js';
import { AdminMessageController } from './admin/admin.message-controller.js';
import { adminProviders } from './admin/admin-providers.js';
import { StaffMessageController } from './admin/staff.message-controller.js';
import { ThirdPartyMessageController } from './sign-in-with/third-party.message-controller.js';
import { thirdPartyProviders } from './sign-in-with/third-party-providers.js';
import type { AuthServiceConfig } from './config.js';
import { authDatabase } from './database.js';
import { factorProviders } from './factors/factor-providers.js';
import { FactorsMessageController } from './factors/factors.message-controller.js';
import { MailRequests } from './one-time-tokens/mail-requests.js';
import { connectedClient } from './services.js';
import { EndedSessions } from './sessions/ended-sessions.js';
import { RefreshSession } from './sessions/refresh-session.js';
import { RefreshTokens } from './sessions/refresh-token.js';
import { SessionAnswers } from './sessions/session-answers.js';
import { Sessions } from './sessions/sessions.js';
import { SigningKeys } from './sessions/signing-keys.js';

@Module({})
export class AppModule implements OnApplicationShutdown {
  constructor(private readonly client: RequestClient) {}

  static for(config: AuthServiceConfig): DynamicModule {
    return {
      module: AppModule,
      imports: [authDatabase.module('auth-service', config, databaseTimeouts.service)],
      controllers: [
        AuthMessageController,
        AccountsMessageController,
        FactorsMessageController,
        AdminMessageController,
        StaffMessageController,
        ThirdPartyMessageController,
      ],
      providers: [
        { provide: RequestClient, useFactory: () => connectedClient(config.REDIS_URL) },
        { provide: SigningKeys, useFactory: () => SigningKeys.load(config.AUTH_SIGNING_KEYS) },
        { provide: RefreshTokens, useFactory: () => new RefreshTokens(config.AUTH_REFRESH_TOKEN_SECRET) },
        {
          provide: SessionAnswers,
          inject: [DataSource, SigningKeys, RefreshTokens],
          useFactory: (dataSource: DataSource, keys: SigningKeys, refreshTokens: RefreshTokens) =>
            new SessionAnswers(dataSource, keys, refreshTokens, {
              issuer: `${config.PUBLIC_ORIGIN}/auth/v1`,
              lifetimeSeconds: config.AUTH_ACCESS_TOKEN_TTL,
            }),
        },
        {
          provide: RefreshSession,
          inject: [DataSource, RefreshTokens, SessionAnswers, EndedSessions, MailRequests],
          useFactory: (...parts: [DataSource, RefreshTokens, SessionAnswers, EndedSessions, MailRequests]) =>
            new RefreshSession(...parts, {
              reuseIntervalMs: config.AUTH_REFRESH_REUSE_INTERVAL * 1000,
              timeboxMs: config.AUTH_SESSIONS_TIMEBOX * 1000,
              inactivityMs: config.AUTH_SESSIONS_INACTIVITY_TIMEOUT * 1000,
            }),
        },
        {
          provide: EndedSessions,
          inject: [RequestClient],
          useFactory: (client: RequestClient) => new EndedSessions(client),
        },
        {
          provide: Sessions,
          inject: [DataSource, EndedSessions],
          useFactory: (dataSource: DataSource, ended: EndedSessions) =>
            new Sessions(dataSource, ended, {
              staffNeedsFactor: config.STAFF_SECOND_FACTOR === 'required',
            }),
        },
        ...accountProviders(config),
        ...factorProviders(config),
        ...adminProviders,
        ...thirdPartyProviders(config),
      ],
    };
  }

  /** Runs once requests are drained: the last of them still had its database and could tell of ended sessions. */
  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }
}
