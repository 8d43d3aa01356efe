import { mailQueues } from '@haru/contracts';
import type { EventLogger } from '@haru/events';
import { MailQueue, MailWorker, SendMail, smtpTransport } from '@haru/mail';
import { Inject, Injectable, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AUTH_CONFIG, type AuthWorkerConfig, WORKER_LOGGER } from '../config.js';
import { OneTimeTokens } from '../one-time-tokens/one-time-tokens.js';
import { mailComposer } from './compose-mail.js';

type Config<Name extends keyof AuthWorkerConfig> = Pick<AuthWorkerConfig, Name>;

/** Closes the queue's connection after the workers that use it. */
@Injectable()
class AuthMailQueue extends MailQueue implements OnApplicationShutdown {
  constructor(
    @Inject(AUTH_CONFIG) { REDIS_URL: redisUrl }: Config<'REDIS_URL'>,
    @Inject(WORKER_LOGGER) logger: EventLogger,
  ) {
    super(mailQueues.auth, { redisUrl, logger });
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}

@Injectable()
class SendAuthMail extends SendMail {
  constructor(
    dataSource: DataSource,
    tokens: OneTimeTokens,
    @Inject(AUTH_CONFIG) config: Config<'SMTP_URL' | 'MAIL_FROM' | 'PRODUCT_NAME' | 'PUBLIC_ORIGIN'>,
  ) {
    const { MAIL_FROM: from, PRODUCT_NAME: productName, PUBLIC_ORIGIN: origin } = config;
    super(dataSource, smtpTransport(config.SMTP_URL), mailComposer(tokens, { from, productName, origin }));
  }
}

@Injectable()
class AuthMailWorker extends MailWorker {
  constructor(
    queue: MailQueue,
    mails: SendMail,
    dataSource: DataSource,
    @Inject(AUTH_CONFIG) { REDIS_URL: redisUrl }: Config<'REDIS_URL'>,
    @Inject(WORKER_LOGGER) logger: EventLogger,
  ) {
    super(queue, mails, { redisUrl, dataSource, logger });
  }
}

/** What sends the service's mails. */
export const authMails: Provider[] = [
  { provide: MailQueue, useClass: AuthMailQueue },
  { provide: SendMail, useClass: SendAuthMail },
  { provide: MailWorker, useClass: AuthMailWorker },
];
