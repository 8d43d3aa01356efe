import 'reflect-metadata';
import { mailQueues } from '@haru/contracts';
import { databaseTimeouts } from '@haru/database';
import { EventConsumer, EventsModule, OutboxRelay, ScheduledJobs } from '@haru/events';
import { MAIL_SETTINGS, type MailSettings, MailWorker } from '@haru/mail';
import { startWorker } from '@haru/service-kit';
import { defineService, runProcess, SettingsModule } from '@haru/service-runtime';
import { workerEnv } from './config.js';
import { feedbackDatabase } from './database.js';
import { WorkerModule } from './worker.module.js';

/** The worker relays the outbox, handles the events that concern feedback, and mails operators and reporters. */
export const service = defineService('feedback-worker', workerEnv, (env, logger) => {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SMTP_URL: smtpUrl } = env;
  if (env.OPERATOR_EMAIL === undefined) logger.warn('OPERATOR_EMAIL is not set: no mails about reports are sent');
  return startWorker({
    module: WorkerModule,
    imports: [
      SettingsModule.of({ ...env, mailEnv: env }),
      feedbackDatabase.module('feedback-worker', env, databaseTimeouts.worker),
      EventsModule.forWorker({ service: 'feedback', databaseUrl, redisUrl, logger }),
    ],
    shared: [
      { provide: MAIL_SETTINGS, useValue: { queue: mailQueues.feedback, redisUrl, smtpUrl } satisfies MailSettings },
    ],
    redisUrl,
    logger,
    parts: [MailWorker, EventConsumer, OutboxRelay, ScheduledJobs],
  });
});

if (import.meta.main) await runProcess([service]);
