import 'reflect-metadata';
import { EventConsumer, OutboxRelay } from '@haru/events';
import { MailWorker } from '@haru/mail';
import { NestLogger, runProcess, watchDatabase } from '@haru/service-runtime';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { readWorkerConfig } from './config.js';
import { CleanUpSchedule } from './workers/clean-up-schedule.js';
import { WorkerModule } from './workers/worker.module.js';

/** The worker: it relays the outbox, handles the events that concern accounts and mail, and clears up. */
await runProcess('auth-worker', async (logger) => {
  const app = await NestFactory.createApplicationContext(WorkerModule.for(readWorkerConfig(), logger), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  const parts = [app.get(MailWorker), app.get(EventConsumer), app.get(OutboxRelay), app.get(CleanUpSchedule)];
  watchDatabase(app.get(DataSource));
  for (const part of parts) await part.start();
  return {
    async close() {
      await Promise.all(parts.map((part) => part.close()));
      await app.close();
    },
  };
});
