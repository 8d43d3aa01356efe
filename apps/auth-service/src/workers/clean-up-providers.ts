import { Outbox } from '@haru/events';
import { RequestClient } from '@haru/messaging';
import type { Logger } from '@haru/service-runtime';
import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AuthWorkerConfig } from '../config.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { AuthJobs } from './auth-jobs.js';
import { CleanUp } from './clean-up.js';

/** What the clean-up needs. */
export function cleanUpProviders(config: AuthWorkerConfig, logger: Logger): Provider[] {
  return [
    {
      provide: EndedSessions,
      inject: [RequestClient],
      useFactory: (client: RequestClient) => new EndedSessions(client),
    },
    {
      provide: CleanUp,
      inject: [DataSource, Outbox, RequestClient, EndedSessions],
      useFactory: (...parts: [DataSource, Outbox, RequestClient, EndedSessions]) =>
        new CleanUp(...parts, {
          temporaryAccountDays: config.AUTH_TEMPORARY_ACCOUNT_DAYS,
          sessionTimebox: config.AUTH_SESSIONS_TIMEBOX,
          sessionInactivity: config.AUTH_SESSIONS_INACTIVITY_TIMEOUT,
        }),
    },
    {
      provide: AuthJobs,
      inject: [CleanUp, DataSource, Outbox],
      useFactory: (...parts: [CleanUp, DataSource, Outbox]) => new AuthJobs(...parts, config, logger),
    },
  ];
}
