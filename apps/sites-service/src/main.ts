import 'reflect-metadata';
import { databaseTimeouts } from '@haru/database';
import { startService } from '@haru/service-kit';
import { countBuffersAsHeap, defineService, runProcess, SettingsModule } from '@haru/service-runtime';
import { AppModule } from './app.module.js';
import { serviceEnv } from './config.js';
import { sitesDatabase } from './database.js';

/** Callers wait, so a statement that waits longer for a lock fails, and its transaction is rolled back. */
const TIMEOUTS = { ...databaseTimeouts.service, lockMs: 2_000 };

export const service = defineService('sites-service', serviceEnv, (env, logger) => {
  countBuffersAsHeap();
  const imports = [SettingsModule.of(env), sitesDatabase.module('sites-service', env, TIMEOUTS)];
  return startService({ module: AppModule, imports, shared: [], redisUrl: env.REDIS_URL, logger, service: 'sites' });
});

if (import.meta.main) await runProcess([service]);
