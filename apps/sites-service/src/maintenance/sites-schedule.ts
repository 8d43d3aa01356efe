import { scheduleQueues } from '@haru/contracts';
import { type EventLogger, ScheduledJobs } from '@haru/events';
import type { WorkerEnv } from '../config.js';
import type { MaintenanceJobs } from './maintenance-jobs.js';

/** The scheduled jobs of this service. */
export class SitesSchedule extends ScheduledJobs {
  constructor(jobs: MaintenanceJobs, env: Pick<WorkerEnv, 'REDIS_URL' | 'RECONCILE_SECONDS'>, logger: EventLogger) {
    super({
      queue: scheduleQueues.sites,
      jobs: {
        sweepSites: { everyMs: 15_000, run: (stop) => jobs.sweepSites(new Date(), stop) },
        purge: { everyMs: 60 * 60_000, run: (stop) => jobs.purge(new Date(), stop) },
        reconcile: { everyMs: env.RECONCILE_SECONDS * 1_000, run: (stop) => jobs.reconcile(new Date(), stop) },
      },
      redisUrl: env.REDIS_URL,
      logger,
    });
  }
}
