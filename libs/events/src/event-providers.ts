import type { ServiceName } from '@haru/contracts';
import type { Provider, Type } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EventConsumer } from './consumer/event-consumer.js';
import type { EventLogger } from './event-logger.js';
import { OutboxRelay } from './outbox/outbox-relay.js';
import { Outbox } from './outbox/outbox.js';
import type { EventWorker } from './consumer/when-event.js';

interface EventSettings {
  service: ServiceName;
  databaseUrl: string;
  redisUrl: string;
  logger: EventLogger;
}

/** Provides a worker process with its events: it publishes them, relays the outbox, and has `workers` handle them. */
export function eventProviders(
  workers: readonly Type<EventWorker>[],
  { service, databaseUrl, redisUrl, logger }: EventSettings,
): Provider[] {
  return [
    Outbox,
    ...workers,
    {
      provide: OutboxRelay,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) => new OutboxRelay({ dataSource, databaseUrl, redisUrl, logger }),
    },
    {
      provide: EventConsumer,
      inject: [DataSource, ...workers],
      // The consumer takes all workers as one list, which Nest cannot inject by type.
      useFactory: (dataSource: DataSource, ...instances: EventWorker[]) =>
        new EventConsumer({ service, workers: instances, dataSource, redisUrl, logger }),
    },
  ];
}
