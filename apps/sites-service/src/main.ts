import 'reflect-metadata';
import { moderationMessages, siteInternalMessages, siteMessages, siteNumberMessages } from '@haru/contracts';
import { isDatabaseAway } from '@haru/database';
import { RequestServer } from '@haru/messaging';
import { countBuffersAsHeap, NestLogger, parseEnv, runProcess, watchDatabase } from '@haru/service-runtime';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { DataSource } from 'typeorm';
import { serviceEnv } from './config.js';
import { SitesModule } from './sites/sites.module.js';

countBuffersAsHeap();

/** One replica of sites-service: it answers the site messages. */
await runProcess('sites-service', async (logger) => {
  const env = parseEnv(serviceEnv);
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(SitesModule.for(env, logger), {
    strategy: new RequestServer({
      redisUrl: env.REDIS_URL,
      service: 'sites',
      isAway: isDatabaseAway,
      messages: { ...siteMessages, ...siteInternalMessages, ...moderationMessages, ...siteNumberMessages },
    }),
    logger: new NestLogger(logger),
    // `runProcess` reports a failed start and ends the process.
    abortOnError: false,
  });
  watchDatabase(app.get(DataSource));
  await app.listen();
  return app;
});
