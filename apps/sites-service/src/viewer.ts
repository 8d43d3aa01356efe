import 'reflect-metadata';
import { pageAddressesOf } from '@haru/contracts';
import { RequestServer } from '@haru/messaging';
import { NestLogger, parseEnv, runProcess, watchDatabase } from '@haru/service-runtime';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { DataSource } from 'typeorm';
import { viewerEnv } from './config.js';
import { PageCache } from './viewer/page-cache.js';
import { UnsentAnswers } from './viewer/unsent-answers.js';
import { ViewerServer } from './viewer/viewer-server.js';
import { measureConnections, measurePageCache } from './viewer/viewer-traffic.js';
import { ViewerModule } from './viewer/viewer.module.js';
import { warnAboutDomains } from './viewer/warn-about-domains.js';

/** The viewer: it answers share links. */
await runProcess('sites-viewer', async (logger) => {
  const env = parseEnv(viewerEnv);
  warnAboutDomains(pageAddressesOf(env), logger);
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(ViewerModule.for(env, logger), {
    strategy: new RequestServer({ redisUrl: env.REDIS_URL }),
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  watchDatabase(app.get(DataSource));
  await app.listen();
  measurePageCache(app.get(PageCache));
  const server = app.get(ViewerServer);
  measureConnections(app.get(UnsentAnswers), server);
  const port = await server.listen(env.HOST, env.PORT);
  logger.info({ host: env.HOST, port }, 'listening');
  return {
    async close() {
      await server.close();
      await app.close();
    },
  };
});
