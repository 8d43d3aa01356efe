export const MAIL_SETTINGS = Symbol('MAIL_SETTINGS');

export interface MailSettings {
  /** This is the name of the queue. WARNING: renaming a queue strands what waits there. */
  queue: string;
  redisUrl: string;
  smtpUrl: string;
  /** The worker looks for mails that are missing on the queue at this interval, in milliseconds; 5 s when left out. */
  restoreEveryMs?: number;
}
