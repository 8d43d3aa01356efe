import { databaseTimeouts } from '@haru/database';
import { EventConsumer, type HandlesEvent, Outbox, OutboxRelay } from '@haru/events';
import type { Logger } from '@haru/service-runtime';
import { type DynamicModule, Module } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { WriteAuditEntryWhenAdminActed } from '../audit/write-audit-entry-when-admin-acted.worker.js';
import { AUTH_CONFIG, type AuthWorkerConfig, WORKER_LOGGER } from '../config.js';
import { authDatabase } from '../database.js';
import { authMails } from '../mail/auth-mails.js';
import { QueueMailWhenMailRequested } from '../mail/queue-mail-when-mail-requested.worker.js';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.js';
import { services } from '../services.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { AuthJobs } from './auth-jobs.js';
import { CleanUp } from './clean-up.js';

const eventWorkers = [QueueMailWhenMailRequested, WriteAuditEntryWhenAdminActed];

@Module({})
export class WorkerModule {
  static for(config: AuthWorkerConfig, logger: Logger): DynamicModule {
    const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = config;
    return {
      module: WorkerModule,
      imports: [ScheduleModule.forRoot(), authDatabase.module('auth-worker', config, databaseTimeouts.worker)],
      providers: [
        { provide: AUTH_CONFIG, useValue: config },
        { provide: WORKER_LOGGER, useValue: logger },
        services,
        Outbox,
        OneTimeTokens,
        EndedSessions,
        CleanUp,
        AuthJobs,
        ...authMails,
        ...eventWorkers,
        {
          provide: OutboxRelay,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) => new OutboxRelay({ dataSource, databaseUrl, redisUrl, logger }),
        },
        {
          provide: EventConsumer,
          inject: [DataSource, ...eventWorkers],
          useFactory: (dataSource: DataSource, ...workers: HandlesEvent[]) =>
            new EventConsumer({ service: 'auth', workers, dataSource, redisUrl, logger }),
        },
      ],
    };
  }
}
