import { randomUUID } from 'node:crypto';
import { type RequestContext, scheduleQueues } from '@haru/contracts';
import { type EventLogger, Outbox, ScheduledJobs } from '@haru/events';
import { DataSource } from 'typeorm';
import { liftEndedBans } from '../admin/bans.js';
import { ENV, type WorkerEnv, WORKER_LOGGER } from '../config.js';
import { RequestExpiryMails } from '../expiry-mails/request-expiry-mails.js';
import { CleanUp } from './clean-up.js';
import { Inject, Injectable } from '@nestjs/common';

const LIFT_BANS_EVERY_MS = 15_000;

/** At this interval the job checks whether the day's mails about expiring pages were requested. */
const EXPIRY_MAILS_EVERY_MS = 600_000;

/** No person requests scheduled jobs. */
const contextOfJob = (): RequestContext => ({ requestId: randomUUID(), caller: { role: 'service_role' } });

@Injectable()
export class AuthJobs extends ScheduledJobs {
  constructor(
    cleanUp: CleanUp,
    expiryMails: RequestExpiryMails,
    dataSource: DataSource,
    outbox: Outbox,
    @Inject(ENV) config: Pick<WorkerEnv, 'AUTH_CLEAN_UP_INTERVAL' | 'REDIS_URL'>,
    @Inject(WORKER_LOGGER) logger: EventLogger,
  ) {
    super({
      queue: scheduleQueues.auth,
      jobs: {
        cleanUp: { everyMs: config.AUTH_CLEAN_UP_INTERVAL * 1_000, run: () => cleanUp.run() },
        requestExpiryMails: {
          everyMs: EXPIRY_MAILS_EVERY_MS,
          run: async (stop) => ({ requested: await expiryMails.run(new Date(), contextOfJob(), stop) }),
        },
        liftEndedBans: {
          everyMs: LIFT_BANS_EVERY_MS,
          run: async () => ({ lifted: await liftEndedBans(dataSource, outbox, contextOfJob()) }),
        },
      },
      redisUrl: config.REDIS_URL,
      logger,
    });
  }
}
