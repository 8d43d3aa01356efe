import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AccessGuard } from './access/access.guard.js';
import { AdminModule } from './admin/admin.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CasesModule } from './cases/cases.module.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { DocsModule } from './docs/docs.module.js';
import { FeedbackModule } from './feedback/feedback.module.js';
import { McpModule } from './mcp/mcp.module.js';
import { OwnAccountModule } from './own-account/own-account.module.js';
import { ProofsModule } from './proofs/proofs.module.js';
import { RateLimitsModule } from './rate-limits/rate-limits.module.js';
import { SitesModule } from './sites/sites.module.js';
import { SystemModule } from './system/system.module.js';
import { AfterBodyGuard } from './request-checks.js';

@Module({
  imports: [
    CredentialsModule,
    ProofsModule,
    RateLimitsModule,
    AdminModule,
    AuthModule,
    CasesModule,
    DocsModule,
    FeedbackModule,
    McpModule,
    OwnAccountModule,
    SitesModule,
    SystemModule,
  ],
  providers: [AccessGuard, { provide: APP_GUARD, useClass: AfterBodyGuard }],
})
export class AppModule {}
