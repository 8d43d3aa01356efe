import 'reflect-metadata';
import { EventConsumer, OutboxRelay } from '@haru/events';
import { MailWorker } from '@haru/mail';
import { startWorker } from '@haru/service-kit';
import { parseEnv, runProcess } from '@haru/service-runtime';
import { workerEnv } from './config.js';
import { FeedbackJobs } from './workers/feedback-jobs.js';
import { WorkerModule } from './workers/worker.module.js';

/** The worker relays the outbox, handles the events that concern feedback, and mails operators and reporters. */
await runProcess('feedback-worker', (logger) => {
  const env = parseEnv(workerEnv);
  if (env.OPERATOR_EMAIL === undefined) logger.warn('OPERATOR_EMAIL is not set: no mails about reports are sent');
  return startWorker({
    module: WorkerModule.for(env, logger),
    logger,
    parts: [MailWorker, EventConsumer, OutboxRelay, FeedbackJobs],
  });
});
