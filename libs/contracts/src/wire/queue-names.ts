import { type ServiceName, serviceNames } from './define-message.js';

// WARNING: renaming a queue strands the jobs that wait on it.

/** Each service gets its events on a queue of its own. */
export function eventQueueName(consumer: string): string {
  return `${consumer}-events`;
}

/** Mails wait here to be sent, by the service that composes them. */
export const mailQueues = { auth: 'mail', feedback: 'feedback-mail' } as const satisfies Partial<
  Record<ServiceName, string>
>;

/** The clock starts these jobs, by the service that runs them. */
export const scheduleQueues = {
  auth: 'auth-clean-up',
  sites: 'sites-maintenance',
  feedback: 'feedback-clean-up',
} as const satisfies Record<ServiceName, string>;

/** Monitoring reads every BullMQ queue of the system here. */
export const queueNames: readonly string[] = [
  ...serviceNames.map(eventQueueName),
  ...Object.values(mailQueues),
  ...Object.values(scheduleQueues),
];

/** Staff see these instead of the queues' names. */
export const queueTitles: Readonly<Record<string, string>> = {
  [eventQueueName('auth')]: 'アカウントへの連絡',
  [eventQueueName('sites')]: 'ページへの連絡',
  [eventQueueName('feedback')]: '通報・要望への連絡',
  [mailQueues.auth]: 'アカウントのメール',
  [mailQueues.feedback]: '通報・要望のメール',
  [scheduleQueues.auth]: 'アカウントの定期処理',
  [scheduleQueues.sites]: 'ページの定期処理',
  [scheduleQueues.feedback]: '通報・要望の定期処理',
};
