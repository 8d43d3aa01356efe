import 'reflect-metadata';
import { databaseTimeouts } from '@haru/database';
import { EventConsumer, EventsModule, OutboxRelay, ScheduledJobs } from '@haru/events';
import { startWorker } from '@haru/service-kit';
import { defineService, runProcess, SettingsModule } from '@haru/service-runtime';
import { DataSource } from 'typeorm';
import { workerEnv } from './config.js';
import { sitesDatabase } from './database.js';
import { HtmlStorage } from './storage/html-storage/html-storage.js';
import { StorageRefusal } from './storage/html-storage/object-store.js';
import { measureBackups } from './sites/backup-runs.js';
import { measureStorage } from './sites/quotas/storage-quotas.js';
import { WorkerModule } from './worker.module.js';

/** This process is the worker: it relays the outbox, handles events about sites, and runs the scheduled jobs. */
export const service = defineService('sites-worker', workerEnv, (env, logger) => {
  const { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl } = env;
  const imports = [
    SettingsModule.of(env),
    sitesDatabase.module('sites-worker', env, databaseTimeouts.worker),
    EventsModule.forWorker({ service: 'sites', databaseUrl, redisUrl, logger }),
  ];
  return startWorker({
    module: WorkerModule,
    imports,
    shared: [],
    redisUrl,
    logger,
    parts: [EventConsumer, OutboxRelay, ScheduledJobs],
    async prepare(app) {
      measureStorage(app.get(DataSource), env.STORAGE_SOFT_LIMIT_BYTES);
      measureBackups(app.get(DataSource));
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

if (import.meta.main) await runProcess([service]);
