import { scheduleQueues } from '@haru/contracts';
import { type EventLogger, ScheduledJobs } from '@haru/events';
import { Inject, Injectable } from '@nestjs/common';
import { ENV, WORKER_LOGGER, type WorkerEnv } from '../config.js';
import { CleanUp } from './clean-up.js';

@Injectable()
export class FeedbackJobs extends ScheduledJobs {
  constructor(
    cleanUp: CleanUp,
    @Inject(ENV) { REDIS_URL: redisUrl }: Pick<WorkerEnv, 'REDIS_URL'>,
    @Inject(WORKER_LOGGER) logger: EventLogger,
  ) {
    const jobs = { cleanUp: { everyMs: 60 * 60_000, run: () => cleanUp.run() } };
    super({ queue: scheduleQueues.feedback, jobs, redisUrl, logger });
  }
}
