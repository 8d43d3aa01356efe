import 'reflect-metadata';
import { databaseTimeouts } from '@haru/database';
import { EventConsumer, OutboxRelay, ScheduledJobs } from '@haru/events';
import { MailWorker } from '@haru/mail';
import { startWorker } from '@haru/service-kit';
import { parseEnv, runProcess } from '@haru/service-runtime';
import { ENV, WORKER_LOGGER, workerEnv } from './config.js';
import { authDatabase } from './database.js';
import { WorkerModule } from './workers/worker.module.js';

/** The worker relays the outbox, handles the events that concern accounts and mail, and deletes expired rows. */
await runProcess('auth-worker', (logger) => {
  const env = parseEnv(workerEnv);
  return startWorker({
    module: WorkerModule.for(env, logger),
    imports: [authDatabase.module('auth-worker', env, databaseTimeouts.worker)],
    shared: [
      { provide: ENV, useValue: env },
      { provide: WORKER_LOGGER, useValue: logger },
    ],
    redisUrl: env.REDIS_URL,
    logger,
    parts: [MailWorker, EventConsumer, OutboxRelay, ScheduledJobs],
  });
});
