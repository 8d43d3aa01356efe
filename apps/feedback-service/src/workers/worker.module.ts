import { databaseTimeouts } from '@haru/database';
import { EventConsumer, type HandlesEvent, Outbox, OutboxRelay } from '@haru/events';
import type { Logger } from '@haru/service-runtime';
import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import type { WorkerEnv } from '../config.js';
import { feedbackDatabase } from '../database.js';
import { mailProviders } from '../mail/mail-providers.js';
import { CleanUp } from './clean-up.js';
import { FeedbackJobs } from './feedback-jobs.js';
import { AskForDigestWhenReportReceived, OperatorMail } from './ask-for-digest-when-report-received.worker.js';
import { QueueMailWhenFeedbackMailRequested } from './queue-mail-when-feedback-mail-requested.worker.js';
import { RemoveAddressesWhenAccountDeleted } from './remove-addresses-when-account-deleted.worker.js';

const eventWorkers = [
  AskForDigestWhenReportReceived,
  QueueMailWhenFeedbackMailRequested,
  RemoveAddressesWhenAccountDeleted,
];

@Module({})
export class WorkerModule {
  static for(env: WorkerEnv, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [ScheduleModule.forRoot(), feedbackDatabase.module('feedback-worker', env, databaseTimeouts.worker)],
      providers: [
        ...mailProviders(env, logger),
        { provide: OperatorMail, useValue: new OperatorMail(env.OPERATOR_EMAIL !== undefined) },
        Outbox,
        ...eventWorkers,
        CleanUp,
        {
          provide: FeedbackJobs,
          inject: [CleanUp],
          useFactory: (cleanUp: CleanUp) => new FeedbackJobs(cleanUp, env, logger),
        },
        {
          provide: OutboxRelay,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) =>
            new OutboxRelay({ dataSource, databaseUrl: env.DATABASE_URL, redisUrl: env.REDIS_URL, logger }),
        },
        {
          provide: EventConsumer,
          inject: [DataSource, ...eventWorkers],
          useFactory: (dataSource: DataSource, ...workers: HandlesEvent[]) =>
            new EventConsumer({ service: 'feedback', workers, dataSource, redisUrl: env.REDIS_URL, logger }),
        },
      ],
    };
  }
}
