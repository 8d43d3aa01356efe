import { scheduleQueues } from '@haru/contracts';
import { type EventLogger, ScheduledJobs } from '@haru/events';
import type { WorkerEnv } from '../config.js';
import type { MaintenanceJobs } from './maintenance-jobs.js';

/** `PageRechecks` implements it. */
interface Rechecks {
  recheckDue: (now: Date, stop: AbortSignal) => Promise<object>;
  recheckOutdated: (stop: AbortSignal) => Promise<object>;
}

/** Schedules the jobs of this service. Renaming a job strands it on the queue. */
export class SitesSchedule extends ScheduledJobs {
  constructor(
    jobs: MaintenanceJobs,
    rechecks: Rechecks,
    env: Pick<WorkerEnv, 'REDIS_URL' | 'RECONCILE_SECONDS'>,
    logger: EventLogger,
  ) {
    super({
      queue: scheduleQueues.sites,
      jobs: {
        sweepSites: { everyMs: 15_000, run: (stop) => jobs.sweepSites(new Date(), stop) },
        openCases: { everyMs: 15_000, run: (stop) => jobs.openCases(stop) },
        stopUnanswered: { everyMs: 60_000, run: (stop) => jobs.stopUnanswered(new Date(), stop) },
        purge: { everyMs: 60 * 60_000, run: (stop) => jobs.purge(new Date(), stop) },
        secondLooks: { everyMs: 3_000, run: (stop) => rechecks.recheckDue(new Date(), stop) },
        recheckPages: { everyMs: 60_000, run: (stop) => rechecks.recheckOutdated(stop) },
        reconcile: { everyMs: env.RECONCILE_SECONDS * 1_000, run: (stop) => jobs.reconcile(new Date(), stop) },
      },
      redisUrl: env.REDIS_URL,
      logger,
    });
  }
}
