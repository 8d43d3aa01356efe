import { mailQueues } from '@haru/contracts';
import type { EventLogger } from '@haru/events';
import { type ComposeMail, MailQueue, MailWorker, SendMail, smtpTransport } from '@haru/mail';
import type { OnApplicationShutdown, Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { WorkerEnv } from '../config.js';
import { composeAnswer } from './answer-mail.js';
import { type MailSettings, mailSettingsOf } from './mail-settings.js';
import { composeDigest } from './operator-digests.js';

/** Closes the queue's connection after the workers that use it. */
class OwnMailQueue extends MailQueue implements OnApplicationShutdown {
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}

/** Everything that mail needs in the worker process. */
export function mailProviders(env: WorkerEnv, logger: EventLogger): Provider[] {
  const redisUrl = env.REDIS_URL;
  return [
    { provide: MailQueue, useFactory: () => new OwnMailQueue(mailQueues.feedback, { redisUrl, logger }) },
    {
      provide: SendMail,
      inject: [DataSource],
      useFactory: (dataSource: DataSource) =>
        new SendMail(dataSource, smtpTransport(env.SMTP_URL), mailComposer(mailSettingsOf(env))),
    },
    {
      provide: MailWorker,
      inject: [MailQueue, SendMail, DataSource],
      useFactory: (queue: MailQueue, mails: SendMail, dataSource: DataSource) =>
        new MailWorker(queue, mails, { redisUrl, dataSource, logger }),
    },
  ];
}

function mailComposer(settings: MailSettings): ComposeMail {
  return async (manager, id) => {
    const [request] = await manager.query<{ kind: 'digest' | 'answer' }[]>(
      'SELECT kind FROM mail_requests WHERE id = $1',
      [id],
    );
    switch (request?.kind) {
      case 'digest':
        return composeDigest(manager, id, settings);
      case 'answer':
        return composeAnswer(manager, id, settings);
      case undefined:
        return undefined;
    }
  };
}
