export { layOutMail, type MailText } from './mail-layout.js';
export { mailProviders } from './mail-providers.js';
export { MAIL_SETTINGS, type MailSettings } from './mail-settings.js';
export { MailQueue, type MailJob } from './mail-queue.js';
export { MailWorker } from './mail-worker.js';
export { MailComposer, SendMail } from './send-mail.js';
export type { OutgoingMail } from './smtp.js';
