import {
  accountMessages,
  adminMessages,
  authMessages,
  factorMessages,
  staffMessages,
  thirdPartyMessages,
} from '@haru/contracts';
import { isDatabaseAway } from '@haru/database';
import { RequestServer } from '@haru/messaging';
import { type Logger, NestLogger, type RunningProcess, watchDatabase } from '@haru/service-runtime';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { DataSource } from 'typeorm';
import { AppModule } from './app.module.js';
import type { AuthServiceConfig } from './config.js';

/** Starts one replica: it answers the auth messages until it is closed. */
export async function startAuthService(config: AuthServiceConfig, logger: Logger): Promise<RunningProcess> {
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(AppModule.for(config), {
    strategy: new RequestServer({
      redisUrl: config.REDIS_URL,
      service: 'auth',
      isAway: isDatabaseAway,
      messages: {
        ...authMessages,
        ...accountMessages,
        ...factorMessages,
        ...adminMessages,
        ...thirdPartyMessages,
        ...staffMessages,
      },
    }),
    logger: new NestLogger(logger),
    // Whoever starts it reports the failure and ends the process.
    abortOnError: false,
  });
  watchDatabase(app.get(DataSource));
  await app.listen();
  return app;
}
