import 'reflect-metadata';
import { databaseTimeouts } from '@haru/database';
import { Outbox } from '@haru/events';
import { startService } from '@haru/service-kit';
import { defineService, runProcess } from '@haru/service-runtime';
import { AppModule } from './app.module.js';
import { serviceEnv } from './config.js';
import { feedbackDatabase } from './database.js';

/** One replica of feedback-service stores reports and likes, and people with a role process the reports. */
export const service = defineService('feedback-service', serviceEnv, (env, logger) => {
  return startService({
    module: AppModule,
    imports: [feedbackDatabase.module('feedback-service', env, databaseTimeouts.service)],
    shared: [Outbox],
    redisUrl: env.REDIS_URL,
    logger,
    service: 'feedback',
  });
});

if (import.meta.main) await runProcess([service]);
