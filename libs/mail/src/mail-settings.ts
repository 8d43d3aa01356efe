import type { EventLogger } from '@haru/events';

/** Injects the settings of a service's mails. */
export const MAIL_SETTINGS = Symbol('MAIL_SETTINGS');

export interface MailSettings {
  /** Name of the queue. WARNING: renaming a queue strands what waits there. */
  queue: string;
  redisUrl: string;
  smtpUrl: string;
  logger: EventLogger;
  /** How often to look for mails that are missing on the queue, in milliseconds; 5 s when left out. */
  restoreEveryMs?: number;
}
