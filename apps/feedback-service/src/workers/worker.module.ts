import { mailQueues } from '@haru/contracts';
import { databaseTimeouts } from '@haru/database';
import { eventProviders } from '@haru/events';
import { mailProviders } from '@haru/mail';
import { RequestClient } from '@haru/messaging';
import type { Logger } from '@haru/service-runtime';
import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { FEEDBACK_CONFIG, WORKER_LOGGER, type WorkerEnv } from '../config.js';
import { feedbackDatabase } from '../database.js';
import { FeedbackMailComposer } from '../mail/compose-mail.js';
import { AskForMailWhenCaseMailRequested } from './ask-for-mail-when-case-mail-requested.worker.js';
import { AskForDigestWhenReportReceived } from './ask-for-digest-when-report-received.worker.js';
import { CleanUp } from './clean-up.js';
import { FeedbackJobs } from './feedback-jobs.js';
import { QueueMailWhenFeedbackMailRequested } from './queue-mail-when-feedback-mail-requested.worker.js';
import { RemoveAddressesWhenAccountDeleted } from './remove-addresses-when-account-deleted.worker.js';

const eventWorkers = [
  AskForDigestWhenReportReceived,
  AskForMailWhenCaseMailRequested,
  QueueMailWhenFeedbackMailRequested,
  RemoveAddressesWhenAccountDeleted,
];

@Module({})
export class WorkerModule implements OnApplicationShutdown {
  constructor(private readonly services: RequestClient) {}

  static for(env: WorkerEnv, logger: Logger): DynamicModule {
    const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SMTP_URL: smtpUrl } = env;
    return {
      module: WorkerModule,
      imports: [ScheduleModule.forRoot(), feedbackDatabase.module('feedback-worker', env, databaseTimeouts.worker)],
      providers: [
        { provide: FEEDBACK_CONFIG, useValue: env },
        { provide: WORKER_LOGGER, useValue: logger },
        { provide: RequestClient, useFactory: () => connectedClient(redisUrl) },
        CleanUp,
        FeedbackJobs,
        ...mailProviders({ queue: mailQueues.feedback, redisUrl, smtpUrl, logger }, FeedbackMailComposer),
        ...eventProviders(eventWorkers, { service: 'feedback', databaseUrl, redisUrl, logger }),
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.services.close();
  }
}

async function connectedClient(redisUrl: string): Promise<RequestClient> {
  const client = new RequestClient({ redisUrl });
  await client.connect();
  return client;
}
