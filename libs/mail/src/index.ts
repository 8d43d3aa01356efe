export { escapeHtml, layOutMail, type MailBody, type MailParts, type MailText } from './mail-layout.js';
export { MailQueue, type MailJob } from './mail-queue.js';
export { MailWorker, type MailWorkerOptions } from './mail-worker.js';
export { SendMail, type ComposeMail, type MailOutcome } from './send-mail.js';
export { isRefusedForGood, smtpTransport, type MailTransport, type OutgoingMail } from './smtp.js';
