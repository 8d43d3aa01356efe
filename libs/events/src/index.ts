export { closeQueue, InFlightJobs } from './closing.js';
export { DEFAULT_RETRY, type Delivery, type RetryPolicy } from './delivery.js';
export { EventConsumer, type EventConsumerOptions } from './event-consumer.js';
export type { EventLogger } from './event-logger.js';
export { purgeInbox } from './inbox.js';
export { inboxMigrations, outboxMigrations } from './migrations/index.js';
export { OutboxRelay, type OutboxRelayOptions } from './outbox-relay.js';
export { Outbox, type EventDraft, type PublishingChange, type PublishOptions } from './outbox.js';
export { watchWorker } from './queue-health.js';
export { askingConnection, waitingConnection } from './redis.js';
export { retryFailedEvents } from './retry-failed-events.js';
export { type ScheduledJob, ScheduledJobs, type ScheduledJobsOptions } from './scheduled-jobs.js';
export {
  WhenEvent,
  type EventHandling,
  type EventWorker,
  type HandlesEvent,
  type HandlesEventsTogether,
  type RunsEffects,
} from './when-event.js';
export { EventWiringError } from './worker-table.js';
