import { mailQueues } from '@haru/contracts';
import { EventsModule } from '@haru/events';
import { mailProviders } from '@haru/mail';
import type { Logger } from '@haru/service-runtime';
import { type DynamicModule, Module } from '@nestjs/common';
import { LiftEndedBans } from '../admin/lift-ended-bans.job.js';
import { WriteAuditEntryWhenAdminActed } from '../audit/write-audit-entry-when-admin-acted.worker.js';
import type { WorkerEnv } from '../config.js';
import { AuthMailComposer } from '../mail/compose-mail.js';
import { RequestExpiryMails } from '../expiry-mails/request-expiry-mails.job.js';
import { RequestMailWhenAccountMailRequested } from '../mail/request-mail-when-account-mail-requested.worker.js';
import { QueueMailWhenMailRequested } from '../mail/queue-mail-when-mail-requested.worker.js';
import { OneTimeTokens } from '../mail/tokens/one-time-tokens.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { CleanUp } from './clean-up.job.js';

const eventWorkers = [QueueMailWhenMailRequested, RequestMailWhenAccountMailRequested, WriteAuditEntryWhenAdminActed];

@Module({})
export class WorkerModule {
  static for(env: WorkerEnv, logger: Logger): DynamicModule {
    const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SMTP_URL: smtpUrl } = env;
    return {
      module: WorkerModule,
      imports: [EventsModule.forWorker({ service: 'auth', databaseUrl, redisUrl, logger })],
      providers: [
        OneTimeTokens,
        EndedSessions,
        CleanUp,
        RequestExpiryMails,
        LiftEndedBans,
        ...eventWorkers,
        ...mailProviders({ queue: mailQueues.auth, redisUrl, smtpUrl, logger }, AuthMailComposer),
      ],
    };
  }
}
