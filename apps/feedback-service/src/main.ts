import 'reflect-metadata';
import { startService } from '@haru/service-kit';
import { parseEnv, runProcess } from '@haru/service-runtime';
import { serviceEnv } from './config.js';
import { FeedbackModule } from './feedback.module.js';

/** One replica of feedback-service stores reports and likes, and people with a role process the reports. */
await runProcess('feedback-service', (logger) => {
  const env = parseEnv(serviceEnv);
  return startService({
    module: FeedbackModule.for(env),
    redisUrl: env.REDIS_URL,
    logger,
    service: 'feedback',
  });
});
