import { mailQueues } from '@haru/contracts';
import { EventsModule } from '@haru/events';
import { mailProviders } from '@haru/mail';
import type { Logger } from '@haru/service-runtime';
import { type DynamicModule, Module } from '@nestjs/common';
import type { WorkerEnv } from '../config.js';
import { FeedbackMailComposer } from '../mail/compose-mail.js';
import { AskForMailWhenCaseMailRequested } from './ask-for-mail-when-case-mail-requested.worker.js';
import { AskForDigestWhenReportReceived } from './ask-for-digest-when-report-received.worker.js';
import { CleanUp } from './clean-up.job.js';
import { QueueMailWhenFeedbackMailRequested } from './queue-mail-when-feedback-mail-requested.worker.js';
import { RemoveAddressesWhenAccountDeleted } from './remove-addresses-when-account-deleted.worker.js';

const eventWorkers = [
  AskForDigestWhenReportReceived,
  AskForMailWhenCaseMailRequested,
  QueueMailWhenFeedbackMailRequested,
  RemoveAddressesWhenAccountDeleted,
];

@Module({})
export class WorkerModule {
  static for(env: WorkerEnv, logger: Logger): DynamicModule {
    const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SMTP_URL: smtpUrl } = env;
    return {
      module: WorkerModule,
      imports: [EventsModule.forWorker({ service: 'feedback', databaseUrl, redisUrl, logger })],
      providers: [
        CleanUp,
        ...eventWorkers,
        ...mailProviders({ queue: mailQueues.feedback, redisUrl, smtpUrl, logger }, FeedbackMailComposer),
      ],
    };
  }
}
