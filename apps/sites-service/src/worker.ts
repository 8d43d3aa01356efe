import 'reflect-metadata';
import { EventConsumer, OutboxRelay } from '@haru/events';
import { NestLogger, parseEnv, runProcess, watchDatabase } from '@haru/service-runtime';
import { NestFactory } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { workerEnv } from './config.js';
import { HtmlStorage, StorageRefusal } from './html-storage/html-storage.js';
import { Schedule } from './lifetime/schedule.js';
import { measureStorage } from './sites/storage-alarm.js';
import { WorkerModule } from './workers/worker.module.js';

/** The worker: it relays the outbox, handles the events that concern sites, and does what the clock asks for. */
await runProcess('sites-worker', async (logger) => {
  const env = parseEnv(workerEnv);
  const app = await NestFactory.createApplicationContext(WorkerModule.for(env, logger), {
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  await app
    .get(HtmlStorage)
    .prepare()
    .catch((error: unknown) => {
      if (error instanceof StorageRefusal) throw error;
      // The rest of the work goes on without it, and each reconcile tries again.
      logger.warn({ err: error }, 'storage cannot be used yet');
    });
  const parts = [app.get(EventConsumer), app.get(OutboxRelay), app.get(Schedule)];
  watchDatabase(app.get(DataSource));
  measureStorage(app.get(DataSource), env.STORAGE_SOFT_LIMIT_BYTES);
  for (const part of parts) await part.start();
  return {
    async close() {
      await Promise.all(parts.map((part) => part.close()));
      await app.close();
    },
  };
});
