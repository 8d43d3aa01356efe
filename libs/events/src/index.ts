export { closeQueue, InFlightJobs } from './queue/closing.js';
export { EventConsumer, type EventConsumerOptions } from './consumer/event-consumer.js';
export { EventsModule } from './events.module.js';
export { workersAndJobsIn } from './workers-and-jobs.js';
export type { EventLogger } from './event-logger.js';
export { purgeInbox } from './consumer/inbox.js';
export { OutboxRelay, type OutboxRelayOptions } from './outbox/outbox-relay.js';
export { Outbox, type EventDraft, type PublishingChange } from './outbox/outbox.js';
export { watchWorker } from './queue/queue-health.js';
export { askingConnection, waitingConnection, workerOptions } from './queue/redis.js';
export { retryFailedEvents } from './consumer/retry-failed-events.js';
export { contextOfJob, Every, plannedJobsOf, type ScheduledJob } from './queue/scheduled-job.js';
export { ScheduledJobs } from './queue/scheduled-jobs.js';
export {
  WhenEvent,
  eventOfClass,
  isEventWorkerClass,
  type EventHandling,
  type HandlesEvent,
  type HandlesEventsTogether,
  type RunsEffects,
} from './consumer/when-event.js';
