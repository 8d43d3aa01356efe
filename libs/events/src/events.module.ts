import { scheduleQueues } from '@haru/contracts';
import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService, ModuleRef } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { DataSource } from 'typeorm';
import { EventConsumer } from './consumer/event-consumer.js';
import { isEventWorker } from './consumer/when-event.js';
import type { EventLogger } from './event-logger.js';
import { OutboxRelay } from './outbox/outbox-relay.js';
import { Outbox } from './outbox/outbox.js';
import { plannedJobsOf } from './queue/scheduled-job.js';
import { ScheduledJobs } from './queue/scheduled-jobs.js';

interface EventSettings {
  service: keyof typeof scheduleQueues;
  databaseUrl: string;
  redisUrl: string;
  logger: EventLogger;
}

/** Provides every module of a process with the outbox. */
@Global()
@Module({ providers: [Outbox], exports: [Outbox] })
export class EventsModule {
  /** A worker also relays the outbox, and runs the event workers and scheduled jobs that its modules provide. */
  static forWorker({ service, databaseUrl, redisUrl, logger }: EventSettings): DynamicModule {
    return {
      module: EventsModule,
      imports: [DiscoveryModule, ScheduleModule.forRoot()],
      providers: [
        {
          provide: OutboxRelay,
          inject: [DataSource],
          useFactory: (dataSource: DataSource) => new OutboxRelay({ dataSource, databaseUrl, redisUrl, logger }),
        },
        {
          provide: EventConsumer,
          inject: [DataSource, DiscoveryService],
          useFactory: (dataSource: DataSource, discovery: DiscoveryService) =>
            new EventConsumer({
              ...{ service, dataSource, redisUrl, logger },
              get workers() {
                return instancesOf(discovery).filter(isEventWorker);
              },
            }),
        },
        {
          provide: ScheduledJobs,
          inject: [DiscoveryService, ModuleRef],
          useFactory: (discovery: DiscoveryService, modules: ModuleRef) =>
            new ScheduledJobs({
              ...{ queue: scheduleQueues[service], redisUrl, logger },
              get jobs() {
                return plannedJobsOf(instancesOf(discovery), (name) => modules.get<number>(name, { strict: false }));
              },
            }),
        },
      ],
      exports: [EventConsumer],
    };
  }
}

function instancesOf(discovery: DiscoveryService): unknown[] {
  return [...new Set(discovery.getProviders().map(({ instance }) => instance as unknown))];
}
