import { randomUUID } from 'node:crypto';
import type { EventContract, RequestContext } from '@haru/contracts';
import { purgeDeletedAccounts } from '@haru/database';
import { purgeInbox, retryFailedEvents } from '@haru/events';
import type { Logger } from '@haru/service-runtime';
import type { DataSource } from 'typeorm';
import type { VersionRetention } from '../config.js';
import { removeOldAddresses } from '../moderation/cases/jobs/remove-addresses.js';
import type { OpenCasesForReviews } from '../moderation/cases/jobs/open-for-reviews.js';
import type { StopUnanswered } from '../moderation/cases/jobs/stop-unanswered.js';
import {
  foldAccountStorage,
  purgeAccountStorage,
  recountAccountStorage,
  totalStorage,
} from '../sites/quotas/account-storage.js';
import { foldActiveSites, recountActiveSites } from '../sites/counts/active-site-total.js';
import { purgeConfirmedAccounts } from '../sites/accounts/confirmed-accounts.js';
import { purgeReservations } from '../sites/paths/path-claims.js';
import { purgeIdempotentCreates } from '../publishing/contents/idempotency.js';
import type { ReconcileManifests } from '../storage/reconcile-manifests.js';
import type { ReconcileStorage } from '../storage/reconcile-storage.js';
import { markOwnOrigins } from './mark-own-origins.js';
import { removeOldVersions, removeUnusedContents } from './version-retention.js';
import type { SweepSites } from './sweep-sites.js';

/** The methods are the scheduled jobs. `stop` ends a job between two steps, and the next run continues. */
export class MaintenanceJobs {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sweeping: SweepSites,
    private readonly storage: ReconcileStorage,
    private readonly manifests: ReconcileManifests,
    private readonly unanswered: StopUnanswered,
    private readonly reviews: OpenCasesForReviews,
    private readonly retention: VersionRetention,
    private readonly hasOwnOrigins: boolean,
    /** This service's workers handle these. They fail for good only after a long outage. */
    private readonly events: readonly EventContract[],
    private readonly redisUrl: string,
    private readonly logger: Pick<Logger, 'info'>,
  ) {}

  /** Marks expired sites, removes contents without a version, and folds the differences of counts. */
  async sweepSites(now: Date, stop: AbortSignal): Promise<object> {
    const expired = await this.sweeping.expire(now, contextOfJob(), stop);
    const contents = await removeUnusedContents(this.dataSource, now, stop);
    await foldActiveSites(this.dataSource);
    await foldAccountStorage(this.dataSource);
    await totalStorage(this.dataSource);
    if (expired > 0) this.logger.info({ expired }, 'sites expired');
    if (contents > 0) this.logger.info({ contents }, 'contents without a version were removed');
    return { expired, contents };
  }

  /** Opens cases about pages that are shown behind a notice. */
  async openCases(stop: AbortSignal): Promise<object> {
    return { cases: await this.reviews.openCases(contextOfJob(), stop) };
  }

  /** Stops pages whose owners did not answer in time. */
  async stopUnanswered(now: Date, stop: AbortSignal): Promise<object> {
    const cases = await this.unanswered.stopUnanswered(now, contextOfJob(), stop);
    if (cases > 0) this.logger.info({ cases }, 'the time to answer was over');
    return { cases };
  }

  /** Deletes expired rows, and versions that are no longer kept. */
  async purge(now: Date, stop: AbortSignal): Promise<object> {
    const sites = await this.sweeping.purge(now, contextOfJob(), stop);
    const deleted = await this.sweeping.purgeDeleted(now, stop);
    const versions = await removeOldVersions(this.dataSource, this.retention, now, stop);
    const reservations = await purgeReservations(this.dataSource, now);
    const inbox = await purgeInbox(this.dataSource);
    const addresses = await removeOldAddresses(this.dataSource, now);
    await purgeAccountStorage(this.dataSource);
    await purgeDeletedAccounts(this.dataSource);
    await purgeConfirmedAccounts(this.dataSource, now);
    await purgeIdempotentCreates(this.dataSource, now);
    this.logger.info({ sites, deleted, versions, reservations, inbox, addresses }, 'purged');
    return { sites, deleted, versions, reservations, inbox, addresses };
  }

  /** Corrects counts and storage to match the rows. */
  async reconcile(now: Date, stop: AbortSignal): Promise<object> {
    if (this.hasOwnOrigins) await markOwnOrigins(this.dataSource, stop);
    await recountActiveSites(this.dataSource);
    const recounted = await recountAccountStorage(this.dataSource);
    if (recounted > 0) this.logger.info({ accounts: recounted }, 'byte counts of accounts were corrected');
    const { written, removed, failures } = await this.storage.reconcile(now, contextOfJob(), stop);
    if (stop.aborted) return { written, removed };
    const manifests = await this.manifests.reconcile(stop);
    // The reconcile succeeded, so storage is available and failed events can succeed.
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
