import 'reflect-metadata';
import { EventConsumer, OutboxRelay } from '@haru/events';
import { startWorker } from '@haru/service-kit';
import { parseEnv, runProcess } from '@haru/service-runtime';
import { DataSource } from 'typeorm';
import { workerEnv } from './config.js';
import { HtmlStorage, StorageRefusal } from './storage/html-storage/html-storage.js';
import { SitesSchedule } from './maintenance/sites-schedule.js';
import { measureStorage } from './sites/quotas/storage-alarm.js';
import { WorkerModule } from './worker.module.js';

/** This process is the worker: it relays the outbox, handles events about sites, and runs the scheduled jobs. */
await runProcess('sites-worker', (logger) => {
  const env = parseEnv(workerEnv);
  return startWorker({
    module: WorkerModule.for(env, logger),
    logger,
    parts: [EventConsumer, OutboxRelay, SitesSchedule],
    async prepare(app) {
      measureStorage(app.get(DataSource), env.STORAGE_SOFT_LIMIT_BYTES);
      try {
        await app.get(HtmlStorage).prepare();
      } catch (error) {
        if (error instanceof StorageRefusal) throw error;
        // Other work does not need storage, and each reconcile tries again.
        logger.warn({ err: error }, 'storage is not available yet');
      }
    },
  });
});
