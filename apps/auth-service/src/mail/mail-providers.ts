import { mailQueues } from '@haru/contracts';
import type { EventLogger } from '@haru/events';
import { MailQueue, MailWorker, SendMail, smtpTransport } from '@haru/mail';
import type { OnApplicationShutdown, Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AuthWorkerConfig } from '../config.js';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.js';
import { mailComposer } from './compose-mail.js';

/** Closes the queue's connection after the workers that use it. */
class OwnMailQueue extends MailQueue implements OnApplicationShutdown {
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}

/** Everything that mail needs in the worker process. */
export function mailProviders(config: AuthWorkerConfig, logger: EventLogger): Provider[] {
  const { REDIS_URL: redisUrl, SMTP_URL, MAIL_FROM: from, PRODUCT_NAME: productName, PUBLIC_ORIGIN: origin } = config;
  return [
    {
      provide: MailQueue,
      useFactory: () => new OwnMailQueue(mailQueues.auth, { redisUrl, logger }),
    },
    {
      provide: SendMail,
      inject: [DataSource, OneTimeTokens],
      useFactory: (dataSource: DataSource, tokens: OneTimeTokens) =>
        new SendMail(dataSource, smtpTransport(SMTP_URL), mailComposer(tokens, { from, productName, origin })),
    },
    {
      provide: MailWorker,
      inject: [MailQueue, SendMail, DataSource],
      useFactory: (queue: MailQueue, mails: SendMail, dataSource: DataSource) =>
        new MailWorker(queue, mails, { redisUrl, dataSource, logger }),
    },
  ];
}
