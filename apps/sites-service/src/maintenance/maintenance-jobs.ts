import { randomUUID } from 'node:crypto';
import type { EventContract, RequestContext } from '@haru/contracts';
import { purgeInbox, retryFailedEvents } from '@haru/events';
import type { Logger } from '@haru/service-runtime';
import type { DataSource } from 'typeorm';
import { foldPublishes } from '../counts/site-numbers.js';
import {
  foldAccountStorage,
  purgeAccountStorage,
  recountAccountStorage,
  totalStorage,
} from '../quotas/account-storage.js';
import { foldActiveSites, recountActiveSites } from '../counts/active-site-total.js';
import { purgeConfirmedAccounts } from '../accounts/confirmed-accounts.js';
import { purgeReservations } from '../paths/path-claims.js';
import { purgeIdempotentCreates } from '../publishing/new-site-rows.js';
import type { ReconcileManifests } from './reconcile-manifests.js';
import type { ReconcileStorage } from './reconcile-storage.js';
import type { SweepSites } from './sweep-sites.js';

/** The scheduled jobs, by name. A job may take long: `stop` ends it between two steps, and the next run continues. */
export class MaintenanceJobs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sweeping: SweepSites,
    private readonly storage: ReconcileStorage,
    private readonly manifests: ReconcileManifests,
    /** What this service handles. Its workers fail for good only after a long outage of the database or storage. */
    private readonly events: readonly EventContract[],
    private readonly redisUrl: string,
    private readonly logger: Pick<Logger, 'info'>,
  ) {}

  /** Marks expired sites and folds the differences of counts, so that counting stays cheap. */
  async sweepSites(now: Date, stop: AbortSignal): Promise<object> {
    const expired = await this.sweeping.expire(now, contextOfJob(), stop);
    await foldActiveSites(this.dataSource);
    await foldPublishes(this.dataSource);
    await foldAccountStorage(this.dataSource);
    await totalStorage(this.dataSource);
    if (expired > 0) this.logger.info({ expired }, 'sites expired');
    return { expired };
  }

  /** Deletes expired rows. */
  async purge(now: Date, stop: AbortSignal): Promise<object> {
    const sites = await this.sweeping.purge(now, contextOfJob(), stop);
    const reservations = await purgeReservations(this.dataSource, now);
    const inbox = await purgeInbox(this.dataSource);
    await purgeAccountStorage(this.dataSource);
    await purgeConfirmedAccounts(this.dataSource, now);
    await purgeIdempotentCreates(this.dataSource, now);
    this.logger.info({ sites, reservations, inbox }, 'purged');
    return { sites, reservations, inbox };
  }

  /** Corrects counts and storage to match the rows. */
  async reconcile(now: Date, stop: AbortSignal): Promise<object> {
    await recountActiveSites(this.dataSource);
    const recounted = await recountAccountStorage(this.dataSource);
    if (recounted > 0) this.logger.info({ accounts: recounted }, 'byte counts of accounts were corrected');
    const { written, removed, failures } = await this.storage.reconcile(now, contextOfJob(), stop);
    if (stop.aborted) return { written, removed };
    const manifests = await this.manifests.reconcile(stop);
    // Storage is available again, so failed events can succeed.
    const retried = await retryFailedEvents('sites', this.events, this.redisUrl);
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} sites’ artifacts could not be reconciled`);
    this.logger.info({ written, removed, manifests, retried }, 'storage and count agree with the database');
    return { written, removed, manifests, retried };
  }
}

function contextOfJob(): RequestContext {
  return { requestId: randomUUID(), caller: { role: 'service_role' } };
}
