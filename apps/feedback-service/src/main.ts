import 'reflect-metadata';
import { databaseTimeouts } from '@haru/database';
import { Outbox } from '@haru/events';
import { startService } from '@haru/service-kit';
import { parseEnv, runProcess } from '@haru/service-runtime';
import { AppModule } from './app.module.js';
import { ENV, serviceEnv } from './config.js';
import { feedbackDatabase } from './database.js';

/** One replica of feedback-service stores reports and likes, and people with a role process the reports. */
await runProcess('feedback-service', (logger) => {
  const env = parseEnv(serviceEnv);
  return startService({
    module: AppModule,
    imports: [feedbackDatabase.module('feedback-service', env, databaseTimeouts.service)],
    shared: [{ provide: ENV, useValue: env }, Outbox],
    redisUrl: env.REDIS_URL,
    logger,
    service: 'feedback',
  });
});
