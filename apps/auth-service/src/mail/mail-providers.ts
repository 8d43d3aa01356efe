import type { EventLogger } from '@haru/events';
import type { OnApplicationShutdown, Provider } from '@nestjs/common';
import { Queue } from 'bullmq';
import { DataSource } from 'typeorm';
import type { AuthWorkerConfig } from '../config.js';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.js';
import { MAIL_QUEUE, type MailJob, MailQueue } from './mail-queue.js';
import { MailWorker } from './mail-worker.js';
import { SendMail } from './send-mail.js';
import { smtpTransport } from './smtp.js';

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
      useFactory: () => {
        const queue = new Queue<MailJob, void, string>(MAIL_QUEUE, { connection: { url: redisUrl } });
        queue.on('error', (error) => logger.warn({ err: error }, 'the mail queue has no connection'));
        return new OwnMailQueue(queue);
      },
    },
    {
      provide: SendMail,
      inject: [DataSource, OneTimeTokens],
      useFactory: (dataSource: DataSource, tokens: OneTimeTokens) =>
        new SendMail(dataSource, tokens, smtpTransport(SMTP_URL), { from, productName, origin }),
    },
    {
      provide: MailWorker,
      inject: [MailQueue, SendMail, DataSource],
      useFactory: (queue: MailQueue, mails: SendMail, dataSource: DataSource) =>
        new MailWorker(queue, mails, { redisUrl, dataSource, logger }),
    },
  ];
}
