import 'reflect-metadata';
import { startService } from '@haru/service-kit';
import { countBuffersAsHeap, parseEnv, runProcess } from '@haru/service-runtime';
import { serviceEnv } from './config.js';
import { SitesModule } from './sites.module.js';

countBuffersAsHeap();

/** This process is one replica of sites-service, which answers the site messages. */
await runProcess('sites-service', (logger) => {
  const env = parseEnv(serviceEnv);
  return startService({
    module: SitesModule.for(env, logger),
    redisUrl: env.REDIS_URL,
    logger,
    service: 'sites',
  });
});
