import 'reflect-metadata';
import { pageAddressesOf } from '@haru/contracts';
import { databaseTimeouts } from '@haru/database';
import { startService } from '@haru/service-kit';
import { defineService, runProcess, SettingsModule } from '@haru/service-runtime';
import { viewerEnv } from './config.js';
import { sitesDatabase } from './database.js';
import { PageCache } from './viewer/sources/page-cache.js';
import { UnsentAnswers } from './viewer/http/unsent-answers.js';
import { ViewerServer } from './viewer/http/viewer-server.js';
import { measureViewer } from './viewer/viewer-metrics.js';
import { ViewerModule } from './viewer/viewer.module.js';
import { warnAboutDomains } from './viewer/warn-about-domains.js';

export const service = defineService('sites-viewer', viewerEnv, async (env, logger) => {
  const addresses = pageAddressesOf(env);
  warnAboutDomains(addresses, logger);
  const imports = [
    SettingsModule.of({ ...env, addresses }),
    sitesDatabase.module('sites-viewer', env, databaseTimeouts.viewer, { startsWithout: true }),
  ];
  const app = await startService({ module: ViewerModule, imports, redisUrl: env.REDIS_URL, logger });
  const server = app.get(ViewerServer);
  measureViewer(app.get(PageCache), app.get(UnsentAnswers), server);
  const port = await server.listen(env.HOST, env.PORT);
  logger.info({ host: env.HOST, port }, 'listening');
  return {
    async close() {
      await server.close();
      await app.close();
    },
  };
});

if (import.meta.main) await runProcess([service]);
