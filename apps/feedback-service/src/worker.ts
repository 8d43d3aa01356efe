import 'reflect-metadata';
import { EventConsumer, OutboxRelay } from '@haru/events';
import { MailWorker } from '@haru/mail';
import { NestLogger, parseEnv, runProcess, watchDatabase } from '@haru/service-runtime';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { workerEnv } from './config.js';
import { ClearUp } from './workers/clear-up.js';
import { WorkerModule } from './workers/worker.module.js';

/** The worker: it relays the outbox, handles the events that concern feedback, and mails operators and reporters. */
await runProcess('feedback-worker', async (logger) => {
  const env = parseEnv(workerEnv);
  if (env.OPERATOR_EMAIL === undefined) logger.warn('OPERATOR_EMAIL is not set: nobody is mailed about reports');
  const app = await NestFactory.createApplicationContext(WorkerModule.for(env, logger), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const parts = [app.get(MailWorker), app.get(EventConsumer), app.get(OutboxRelay), app.get(ClearUp)];
  watchDatabase(app.get(DataSource));
  for (const part of parts) await part.start();
  return {
    async close() {
      await Promise.all(parts.map((part) => part.close()));
      await app.close();
    },
  };
});
