import 'reflect-metadata';
import { databaseTimeouts } from '@haru/database';
import { startService } from '@haru/service-kit';
import { countBuffersAsHeap, defineService, runProcess, SettingsModule } from '@haru/service-runtime';
import { uploadsEnv } from './config.js';
import { sitesDatabase } from './database.js';
import { HtmlStorage } from './storage/html-storage/html-storage.js';
import { ArchiveUploads } from './uploads/archive-uploads.js';
import { UploadsModule } from './uploads/uploads.module.js';
import { UploadsServer } from './uploads/uploads-server.js';

/** This service receives files and archives and writes them to storage. */
export const service = defineService('sites-uploads', uploadsEnv, async (env, logger) => {
  countBuffersAsHeap();
  const imports = [SettingsModule.of(env), sitesDatabase.module('sites-uploads', env, databaseTimeouts.service)];
  const app = await startService({ module: UploadsModule, imports, redisUrl: env.REDIS_URL, logger });
  await app.get(HtmlStorage).prepare();
  app.get(ArchiveUploads).start();
  const server = app.get(UploadsServer);
  await server.listen(env.HOST, env.PORT);
  logger.info({ host: env.HOST, port: env.PORT }, 'listening');
  return {
    async close() {
      await server.close();
      await app.close();
    },
  };
});

if (import.meta.main) await runProcess([service]);
