import { startService } from '@haru/service-kit';
import type { Logger, RunningProcess } from '@haru/service-runtime';
import { MAX_WAITING_HASHES } from './passwords/passwords.js';
import { AppModule } from './app.module.js';
import type { AuthServiceConfig } from './config.js';

/** The replica answers the auth messages until it is closed. */
export function startAuthService(config: AuthServiceConfig, logger: Logger): Promise<RunningProcess> {
  return startService({
    module: AppModule.for(config),
    redisUrl: config.REDIS_URL,
    logger,
    service: 'auth',
    waitingBesides: MAX_WAITING_HASHES,
  });
}
