import { RequestClient } from '@haru/messaging';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_GUARD, DiscoveryModule } from '@nestjs/core';
import { PassportModule } from '@nestjs/passport';
import type { Redis } from 'ioredis';
import { ReportsHttpController } from './admin/reports.http-controller.js';
import { AfterBodyGuard } from './request-checks.js';
import { PageAnswers } from './admission/page-answers.js';
import { UnsentPages } from './admission/unsent-pages.js';
import { AccessGuard } from './access/access.guard.js';
import { FailedCredentials } from './credentials/failed-credentials.js';
import { AccessTokenStrategy } from './credentials/access-token.strategy.js';
import { ApiKeys } from './credentials/api-keys.js';
import { LiveSessions } from './credentials/live-sessions.js';
import { RATE_LIMIT_REDIS, RateLimits } from './rate-limits/rate-limits.js';
import { RateLimitGuard } from './rate-limits/rate-limit.guard.js';
import { SessionsMessageController } from './credentials/sessions.message-controller.js';
import { SigningKeys } from './credentials/signing-keys.js';
import { VerifiedTokens } from './credentials/verified-tokens.js';
import { AdminAccountsHttpController } from './admin/accounts.http-controller.js';
import { AdminNumbersHttpController } from './admin/numbers.http-controller.js';
import { Failures } from './admin/failures.js';
import { OwnRoleHttpController } from './admin/own-role.http-controller.js';
import { QueueSessions } from './admin/queue-session.js';
import { QueuesHttpController } from './admin/queues.http-controller.js';
import { AdminSitesHttpController } from './admin/sites.http-controller.js';
import { AdminUsersHttpController } from './auth/admin-users.http-controller.js';
import { FactorsHttpController } from './auth/factors.http-controller.js';
import { AuthHttpController } from './auth/auth.http-controller.js';
import { MailSettingsHttpController } from './own-account/mail-settings.http-controller.js';
import { ManagementLinkHttpController } from './own-account/management-link.http-controller.js';
import { RecoveryCodesHttpController } from './own-account/recovery-codes.http-controller.js';
import { ResetLinkHttpController } from './own-account/reset-link.http-controller.js';
import { SessionsHttpController } from './own-account/sessions.http-controller.js';
import { AdoptSitesHttpController } from './own-account/adopt-sites.http-controller.js';
import { MailLinksHttpController } from './auth/mail-links.http-controller.js';
import { TokenGrants } from './auth/token-grants.js';
import { UserHttpController } from './auth/user.http-controller.js';
import { AdminCasesHttpController } from './cases/admin-cases.http-controller.js';
import { CasesHttpController } from './cases/cases.http-controller.js';
import { FeedbackHttpController } from './feedback/feedback.http-controller.js';
import { GATEWAY_ENV, type GatewayEnv } from './config.js';
import { DataApiHttpController } from './sites/data-api/data-api.http-controller.js';
import { FunctionsHttpController } from './sites/functions.http-controller.js';
import { PublishCharges } from './sites/publish-charges.js';
import { PublishPage } from './sites/publish-page.js';
import { RecoveryHttpController } from './sites/recovery.http-controller.js';
import { VersionsHttpController } from './sites/versions.http-controller.js';
import { StorageHttpController } from './sites/storage.http-controller.js';
import { AttackModeHttpController } from './proofs/attack-mode.http-controller.js';
import { AttackMode } from './proofs/attack-mode.js';
import { LimitsHttpController } from './proofs/limits.http-controller.js';
import { ProofGuard } from './proofs/proof.guard.js';
import { Proofs } from './proofs/proofs.js';
import { OpenApi } from './open-api/open-api.js';
import { Readiness } from './system/readiness.js';
import { UnknownRoutesHttpController } from './system/unknown-routes.http-controller.js';
import { CrawlersHttpController } from './system/crawlers.http-controller.js';
import { InformationHttpController } from './system/information.http-controller.js';
import { SafetyHttpController } from './system/safety.http-controller.js';
import { WellKnownHttpController } from './system/well-known.http-controller.js';
import { SystemHttpController } from './system/system.http-controller.js';

/** These exist before the gateway's module: its connections, and what is also used before the framework. */
interface GatewayParts {
  services: RequestClient;
  rateLimitRedis: Redis;
  failures: Failures;
  apiKeys: ApiKeys;
  verifiedTokens: VerifiedTokens;
  failedCredentials: FailedCredentials;
  unsentPages: UnsentPages;
}

export const controllers = [
  AuthHttpController,
  UserHttpController,
  MailLinksHttpController,
  ResetLinkHttpController,
  FactorsHttpController,
  ManagementLinkHttpController,
  SessionsHttpController,
  RecoveryCodesHttpController,
  MailSettingsHttpController,
  AdoptSitesHttpController,
  AdminUsersHttpController,
  FunctionsHttpController,
  RecoveryHttpController,
  VersionsHttpController,
  LimitsHttpController,
  FeedbackHttpController,
  CasesHttpController,
  AdminCasesHttpController,
  ReportsHttpController,
  DataApiHttpController,
  StorageHttpController,
  AdminSitesHttpController,
  AdminAccountsHttpController,
  AdminNumbersHttpController,
  AttackModeHttpController,
  QueuesHttpController,
  OwnRoleHttpController,
  SystemHttpController,
  CrawlersHttpController,
  InformationHttpController,
  SafetyHttpController,
  WellKnownHttpController,
  UnknownRoutesHttpController,
  SessionsMessageController,
];

@Module({})
export class GatewayModule {
  static create(env: GatewayEnv, parts: GatewayParts): DynamicModule {
    return {
      module: GatewayModule,
      imports: [PassportModule, DiscoveryModule],
      controllers,
      providers: [
        { provide: GATEWAY_ENV, useValue: env },
        { provide: RequestClient, useValue: parts.services },
        { provide: RATE_LIMIT_REDIS, useValue: parts.rateLimitRedis },
        { provide: Failures, useValue: parts.failures },
        { provide: ApiKeys, useValue: parts.apiKeys },
        { provide: VerifiedTokens, useValue: parts.verifiedTokens },
        { provide: FailedCredentials, useValue: parts.failedCredentials },
        { provide: UnsentPages, useValue: parts.unsentPages },
        PageAnswers,
        QueueSessions,
        SigningKeys,
        LiveSessions,
        AccessTokenStrategy,
        RateLimits,
        TokenGrants,
        Proofs,
        AttackMode,
        PublishCharges,
        PublishPage,
        OpenApi,
        Readiness,
        AccessGuard,
        ProofGuard,
        RateLimitGuard,
        { provide: APP_GUARD, useClass: AfterBodyGuard },
      ],
    };
  }
}
