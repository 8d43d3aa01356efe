import { pageAddressesOf } from '@haru/contracts';
import { databaseTimeouts } from '@haru/database';
import { Outbox } from '@haru/events';
import { startService } from '@haru/service-kit';
import { MAX_WAITING_HASHES } from '@haru/service-kit/passwords';
import { type Logger, type RunningProcess, SettingsModule } from '@haru/service-runtime';
import { AppModule } from './app.module.js';
import type { ServiceEnv } from './config.js';
import { authDatabase } from './database.js';

/** The replica answers the auth messages until it is closed. */
export function startAuthService(env: ServiceEnv, logger: Logger): Promise<RunningProcess> {
  return startService({
    module: AppModule,
    imports: [
      SettingsModule.of({ ...env, addresses: pageAddressesOf(env) }),
      authDatabase.module('auth-service', env, databaseTimeouts.service),
    ],
    shared: [Outbox],
    redisUrl: env.REDIS_URL,
    logger,
    service: 'auth',
    waitingBesides: MAX_WAITING_HASHES,
  });
}
