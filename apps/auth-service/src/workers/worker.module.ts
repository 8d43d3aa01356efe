import { mailQueues } from '@haru/contracts';
import { eventProviders } from '@haru/events';
import { mailProviders } from '@haru/mail';
import type { Logger } from '@haru/service-runtime';
import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { WriteAuditEntryWhenAdminActed } from '../audit/write-audit-entry-when-admin-acted.worker.js';
import type { WorkerEnv } from '../config.js';
import { AuthMailComposer } from '../mail/compose-mail.js';
import { RequestExpiryMails } from '../expiry-mails/request-expiry-mails.js';
import { RequestMailWhenAccountMailRequested } from '../mail/request-mail-when-account-mail-requested.worker.js';
import { QueueMailWhenMailRequested } from '../mail/queue-mail-when-mail-requested.worker.js';
import { OneTimeTokens } from '../mail/tokens/one-time-tokens.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { AuthJobs } from './auth-jobs.js';
import { CleanUp } from './clean-up.js';

const eventWorkers = [QueueMailWhenMailRequested, RequestMailWhenAccountMailRequested, WriteAuditEntryWhenAdminActed];

@Module({})
export class WorkerModule {
  static for(env: WorkerEnv, logger: Logger): DynamicModule {
    const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SMTP_URL: smtpUrl } = env;
    return {
      module: WorkerModule,
      imports: [ScheduleModule.forRoot()],
      providers: [
        OneTimeTokens,
        EndedSessions,
        CleanUp,
        RequestExpiryMails,
        AuthJobs,
        ...mailProviders({ queue: mailQueues.auth, redisUrl, smtpUrl, logger }, AuthMailComposer),
        ...eventProviders(eventWorkers, { service: 'auth', databaseUrl, redisUrl, logger }),
      ],
    };
  }
}
