import { databaseTimeouts } from '@haru/database';
import { EventConsumer, type HandlesEvent, Outbox, OutboxRelay } from '@haru/events';
import { RequestClient } from '@haru/messaging';
import type { Logger } from '@haru/service-runtime';
import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { WriteAuditEntryWhenAdminActed } from '../audit/write-audit-entry-when-admin-acted.worker.js';
import type { AuthWorkerConfig } from '../config.js';
import { authDatabase } from '../database.js';
import { mailProviders } from '../mail/mail-providers.js';
import { QueueMailWhenMailRequested } from '../mail/queue-mail-when-mail-requested.worker.js';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.js';
import { connectedClient } from '../services.js';
import { cleanUpProviders } from './clean-up-providers.js';

@Module({})
export class WorkerModule implements OnApplicationShutdown {
  constructor(private readonly client: RequestClient) {}

  static for(config: AuthWorkerConfig, logger: Logger): DynamicModule {
    return {
      module: WorkerModule,
      imports: [ScheduleModule.forRoot(), authDatabase.module('auth-worker', config, databaseTimeouts.worker)],
      providers: [
        { provide: Outbox, useFactory: () => new Outbox() },
        { provide: OneTimeTokens, useFactory: () => new OneTimeTokens(config.AUTH_REFRESH_TOKEN_SECRET) },
        {
          provide: OutboxRelay,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) =>
            new OutboxRelay({ dataSource, databaseUrl: config.DATABASE_URL, redisUrl: config.REDIS_URL, logger }),
        },
        { provide: RequestClient, useFactory: () => connectedClient(config.REDIS_URL) },
        ...cleanUpProviders(config, logger),
        ...mailProviders(config, logger),
        QueueMailWhenMailRequested,
        WriteAuditEntryWhenAdminActed,
        {
          provide: EventConsumer,
          inject: [DataSource, QueueMailWhenMailRequested, WriteAuditEntryWhenAdminActed],
          useFactory: (dataSource: DataSource, ...workers: HandlesEvent[]) =>
            new EventConsumer({ service: 'auth', workers, dataSource, redisUrl: config.REDIS_URL, logger }),
        },
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.client.close();
  }
}
