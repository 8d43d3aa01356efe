import { serviceNames } from './define-message.js';

/**
 * Every BullMQ queue of the system, for those who watch over them. Events reach each service on one of its own; the
 * others are named where they are made.
 */
export const queueNames: readonly string[] = [
  ...serviceNames.map((service) => `${service}-events`),
  'mail',
  'auth-clean-up',
  'sites-housekeeping',
  'feedback-mail',
];
