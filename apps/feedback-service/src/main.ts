import 'reflect-metadata';
import { feedbackMessages, reportAdminMessages } from '@haru/contracts';
import { isDatabaseAway } from '@haru/database';
import { RequestServer } from '@haru/messaging';
import { NestLogger, parseEnv, runProcess, watchDatabase } from '@haru/service-runtime';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { DataSource } from 'typeorm';
import { serviceEnv } from './config.js';
import { FeedbackModule } from './feedback.module.js';

/** One replica of feedback-service: it takes reports and likes, and lets people with a role work through them. */
await runProcess('feedback-service', async (logger) => {
  const env = parseEnv(serviceEnv);
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(FeedbackModule.for(env), {
    strategy: new RequestServer({
      redisUrl: env.REDIS_URL,
      service: 'feedback',
      isAway: isDatabaseAway,
      messages: { ...feedbackMessages, ...reportAdminMessages },
    }),
    logger: new NestLogger(logger),
    // `runProcess` reports a failed start and ends the process.
    abortOnError: false,
  });
  watchDatabase(app.get(DataSource));
  await app.listen();
  return app;
});
