import { databaseTimeouts } from '@haru/database';
import { EventConsumer, type HandlesEvent, Outbox, OutboxRelay } from '@haru/events';
import type { Logger } from '@haru/service-runtime';
import { type DynamicModule, Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { WorkerEnv } from '../config.js';
import { feedbackDatabase } from '../database.js';
import { mailProviders } from '../mail/mail-providers.js';
import { ClearUp } from './clear-up.js';
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
      imports: [feedbackDatabase.module('feedback-worker', env, databaseTimeouts.worker)],
      providers: [
        ...mailProviders(env, logger),
        { provide: OperatorMail, useValue: new OperatorMail(env.OPERATOR_EMAIL !== undefined) },
        Outbox,
        ...eventWorkers,
        {
          provide: ClearUp,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) => new ClearUp(dataSource, logger),
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
