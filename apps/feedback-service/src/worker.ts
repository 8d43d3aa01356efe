import 'reflect-metadata';
import { databaseTimeouts } from '@haru/database';
import { EventConsumer, OutboxRelay, ScheduledJobs } from '@haru/events';
import { MailWorker } from '@haru/mail';
import { startWorker } from '@haru/service-kit';
import { parseEnv, runProcess } from '@haru/service-runtime';
import { ENV, WORKER_LOGGER, workerEnv } from './config.js';
import { feedbackDatabase } from './database.js';
import { WorkerModule } from './workers/worker.module.js';

/** The worker relays the outbox, handles the events that concern feedback, and mails operators and reporters. */
await runProcess('feedback-worker', (logger) => {
  const env = parseEnv(workerEnv);
  if (env.OPERATOR_EMAIL === undefined) logger.warn('OPERATOR_EMAIL is not set: no mails about reports are sent');
  return startWorker({
    module: WorkerModule.for(env, logger),
    imports: [feedbackDatabase.module('feedback-worker', env, databaseTimeouts.worker)],
    shared: [
      { provide: ENV, useValue: env },
      { provide: WORKER_LOGGER, useValue: logger },
    ],
    redisUrl: env.REDIS_URL,
    logger,
    parts: [MailWorker, EventConsumer, OutboxRelay, ScheduledJobs],
  });
});
