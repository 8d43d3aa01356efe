import 'reflect-metadata';
import { EventConsumer, OutboxRelay } from '@haru/events';
import { MailWorker } from '@haru/mail';
import { startWorker } from '@haru/service-kit';
import { runProcess } from '@haru/service-runtime';
import { readWorkerConfig } from './config.js';
import { AuthJobs } from './workers/auth-jobs.js';
import { WorkerModule } from './workers/worker.module.js';

/** The worker relays the outbox, handles the events that concern accounts and mail, and deletes expired rows. */
await runProcess('auth-worker', (logger) =>
  startWorker({
    module: WorkerModule.for(readWorkerConfig(), logger),
    logger,
    parts: [MailWorker, EventConsumer, OutboxRelay, AuthJobs],
  }),
);
