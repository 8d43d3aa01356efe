import type { Provider, Type } from '@nestjs/common';
import { MailQueue } from './mail-queue.js';
import { MAIL_SETTINGS, type MailSettings } from './mail-settings.js';
import { MailWorker } from './mail-worker.js';
import { MailComposer, SendMail } from './send-mail.js';
import { MailTransport, smtpTransport } from './smtp.js';

/** Provides the mail sender of one service for its worker process, which provides `MAIL_SETTINGS`. */
export function mailProviders(composer: Type<MailComposer>): Provider[] {
  return [
    { provide: MailComposer, useClass: composer },
    {
      provide: MailTransport,
      inject: [MAIL_SETTINGS],
      useFactory: ({ smtpUrl }: MailSettings) => smtpTransport(smtpUrl),
    },
    MailQueue,
    SendMail,
    MailWorker,
  ];
}
