import { randomUUID } from 'node:crypto';
import type { RequestContext } from '@haru/contracts';
import { Outbox } from '@haru/events';
import { RequestClient } from '@haru/messaging';
import type { Logger } from '@haru/service-runtime';
import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { liftEndedBans } from '../admin/bans.js';
import type { AuthWorkerConfig } from '../config.js';
import { EndedSessions } from '../sessions/ended-sessions.js';
import { CleanUpSchedule } from './clean-up-schedule.js';
import { CleanUp } from './clean-up.js';

/** So much longer than its ban may a page be stopped. */
const SECONDS_BETWEEN_ENDS_OF_BANS = 15;

/** Nobody asked for it: the clock did. */
const contextOfJob = (): RequestContext => ({ requestId: randomUUID(), caller: { role: 'service_role' } });

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
      provide: CleanUpSchedule,
      inject: [CleanUp, DataSource, Outbox],
      useFactory: (cleanUp: CleanUp, dataSource: DataSource, outbox: Outbox) =>
        new CleanUpSchedule({
          jobs: {
            cleanUp: { everySeconds: config.AUTH_CLEAN_UP_INTERVAL, run: () => cleanUp.run() },
            liftEndedBans: {
              everySeconds: SECONDS_BETWEEN_ENDS_OF_BANS,
              run: async () => ({ lifted: await liftEndedBans(dataSource, outbox, contextOfJob()) }),
            },
          },
          redisUrl: config.REDIS_URL,
          logger,
        }),
    },
  ];
}
