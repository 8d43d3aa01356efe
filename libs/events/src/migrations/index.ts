import { CreateInbox1795200000002 } from './create-inbox.js';
import { CreateOutbox1795200000001 } from './create-outbox.js';
import { HandOverByConsumer1795200000003 } from './hand-over-by-consumer.js';

/** Migrations of a service that publishes events. They go into its own list. */
export const outboxMigrations = [CreateOutbox1795200000001, HandOverByConsumer1795200000003];

/** Migrations of a service that has event workers. */
export const inboxMigrations = [CreateInbox1795200000002];
