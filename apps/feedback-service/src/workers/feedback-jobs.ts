import { scheduleQueues } from '@haru/contracts';
import { ScheduledJobs } from '@haru/events';
import type { Logger } from '@haru/service-runtime';
import type { WorkerEnv } from '../config.js';
import type { CleanUp } from './clean-up.js';

/** What the clock starts in this service. */
export class FeedbackJobs extends ScheduledJobs {
  constructor(cleanUp: CleanUp, env: Pick<WorkerEnv, 'REDIS_URL'>, logger: Logger) {
    super({
      queue: scheduleQueues.feedback,
      jobs: { cleanUp: { everyMs: 60 * 60_000, run: () => cleanUp.run() } },
      redisUrl: env.REDIS_URL,
      logger,
    });
  }
}
