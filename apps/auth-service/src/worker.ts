import 'reflect-metadata';
import { mailQueues } from '@haru/contracts';
import { databaseTimeouts } from '@haru/database';
import { EventConsumer, EventsModule, OutboxRelay, ScheduledJobs } from '@haru/events';
import { MAIL_SETTINGS, type MailSettings, MailWorker } from '@haru/mail';
import { startWorker } from '@haru/service-kit';
import { defineService, runProcess, SettingsModule } from '@haru/service-runtime';
import { workerEnv } from './config.js';
import { authDatabase } from './database.js';
import { WorkerModule } from './worker.module.js';

/** The worker relays the outbox, handles the events that concern accounts and mail, and deletes expired rows. */
export const service = defineService('auth-worker', workerEnv, (env, logger) => {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SMTP_URL: smtpUrl } = env;
  return startWorker({
    module: WorkerModule,
    imports: [
      SettingsModule.of(env),
      authDatabase.module('auth-worker', env, databaseTimeouts.worker),
      EventsModule.forWorker({ service: 'auth', databaseUrl, redisUrl, logger }),
    ],
    shared: [
      { provide: MAIL_SETTINGS, useValue: { queue: mailQueues.auth, redisUrl, smtpUrl } satisfies MailSettings },
    ],
    redisUrl,
    logger,
    parts: [MailWorker, EventConsumer, OutboxRelay, ScheduledJobs],
  });
});

if (import.meta.main) await runProcess([service]);
