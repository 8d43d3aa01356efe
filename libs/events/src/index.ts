export { DEFAULT_RETRY, eventQueueName, type Delivery, type RetryPolicy } from './delivery.js';
export { EventConsumer, type EventConsumerOptions } from './event-consumer.js';
export type { EventLogger } from './event-logger.js';
export { purgeInbox } from './inbox.js';
export { inboxMigrations, outboxMigrations } from './migrations/index.js';
export { OutboxRelay, type OutboxRelayOptions } from './outbox-relay.js';
export { Outbox, type PublishOptions } from './outbox.js';
export { WhenEvent, type EventHandling, type HandlesEvent } from './when-event.js';
export { EventWiringError } from './worker-table.js';
