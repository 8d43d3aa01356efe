import {
  type AccountCaller,
  type Caller,
  type EndedSite,
  firstExpiry,
  isExpired,
  limits,
  type PublishedSite,
  type RequestContext,
  ServiceError,
  sitePublished,
} from '@haru/contracts';
import { isDeletedAccount, readPage } from '@haru/database';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isAnyAccountBanned } from '../sites/pages-of-accounts.js';
import { isPathFree, lockPaths } from '../sites/paths/path-claims.js';
import { RecheckEndedPages } from '../sites/checks/recheck-ended-pages.js';
import { StorageQuotas } from '../sites/quotas/storage-quotas.js';
import { accessOf, stoppedForOwner } from '../sites/own-site.js';
import { publishSiteDeleted, publishSiteStateChanged } from '../sites/publish-site-events.js';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';
import { SitePolicies } from '../sites/site-policies.js';
import { isKept, isoTime, selectAs, sitesColumns } from '../tables/columns.js';
import { Site } from '../tables/pages/site.entity.js';
import { ALL_COLUMNS } from '../sites/deleted-rows.js';

const READ = [
  ...(['id', 'path', 'title', 'bytes', 'storagePath', 'expiresAt', 'isActive', 'stoppedAt', 'hadOwnOrigin'] as const),
  ...(['visibility', 'accessGeneration'] as const),
] as const;
type OwnSite = Pick<Site, (typeof READ)[number]>;

/** The next sweep purges other pages. */
const IS_SITE_KEPT = `(stopped_at IS NOT NULL
  OR expires_at > $3::timestamptz - make_interval(days => ${limits.expiredKeptDays}))`;
const lockedIn = (table: string, isStillKept: string): string =>
  `SELECT ${selectAs(sitesColumns, READ)} FROM ${table} WHERE id = $1 AND user_id = $2 AND ${isStillKept} FOR UPDATE`;
const FIND = {
  sites: lockedIn('sites', IS_SITE_KEPT),
  deleted_sites: lockedIn('deleted_sites', isKept('$3')),
};

/** Locks a page of the caller, or a deleted one, that is still kept. @throws ServiceError SITE_STOPPED */
async function lockOwnSite(
  manager: EntityManager,
  table: keyof typeof FIND,
  { id, caller, now }: { id: string; caller: AccountCaller; now: Date },
): Promise<OwnSite | undefined> {
  const [site] = await manager.query<OwnSite[]>(FIND[table], [id, caller.accountId, now]);
  if (site?.stoppedAt) throw stoppedForOwner();
  return site;
}

const PAGE_ROWS = 50;

// The end of a page is called `created_at` here, because the cursors of lists have that name.
const ENDED = `
  SELECT id, path, title, 'deleted' AS state, ${isoTime('deleted_at')} AS deleted_at, ${isoTime('expires_at')} AS expires_at,
    ${isoTime(`deleted_at + make_interval(days => ${limits.deletedKeptDays})`)} AS purge_at, deleted_at AS created_at
  FROM deleted_sites WHERE user_id = $1 AND stopped_at IS NULL AND ${isKept('$2')}
  UNION ALL
  SELECT id, path, title, 'expired', NULL, ${isoTime('expires_at')},
    ${isoTime(`expires_at + make_interval(days => ${limits.expiredKeptDays})`)}, expires_at
  FROM sites WHERE user_id = $1 AND stopped_at IS NULL AND expires_at <= $2
    AND expires_at > $2::timestamptz - make_interval(days => ${limits.expiredKeptDays})`;

/** A restored row differs from the deleted one in these columns. The event's worker writes its artifact. */
const CHANGED: Partial<Record<string, string>> = {
  [sitesColumns.isActive.name]: 'true',
  [sitesColumns.expiresAt.name]: '$2::timestamptz',
  [sitesColumns.lastModified.name]: '$3::timestamptz',
  [sitesColumns.ownerUnconfirmed.name]: 'owner_unconfirmed AND $4::boolean',
  [sitesColumns.artifactRemovedAt.name]: 'NULL',
};
const RESTORED = ALL_COLUMNS.split(', ')
  .map((column) => CHANGED[column] ?? column)
  .join(', ');

const RESTORE = `
  WITH kept AS (DELETE FROM deleted_sites WHERE id = $1 RETURNING ${ALL_COLUMNS})
  INSERT INTO sites (${ALL_COLUMNS}) SELECT ${RESTORED} FROM kept`;

/** Selects whether the caller owns the page: others learn nothing about it, and cannot make the service check it. */
const IS_OWN = `
  SELECT FROM deleted_sites WHERE id = $1 AND user_id = $2 AND ${isKept('$3')}
  UNION ALL
  SELECT FROM sites WHERE id = $1 AND user_id = $2`;

interface Restoration {
  id: string;
  caller: AccountCaller;
  now: Date;
  context: RequestContext;
}

/** Lists, restores and purges what an owner has deleted, and what has expired. */
@Injectable()
export class EndedSites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly policies: SitePolicies,
    private readonly quotas: StorageQuotas,
    private readonly changes: SiteCacheInvalidator,
    private readonly endedPages: RecheckEndedPages,
  ) {}

  /** Lists the caller's own pages that can be restored, the latest end first. */
  async listDeletedSites(after: string | undefined, caller: Caller) {
    if (caller.role !== 'authenticated') return { sites: [], next: null };
    this.policies.require('list', caller);
    const values = [caller.accountId, new Date()];
    const page = { after, limit: PAGE_ROWS };
    const { rows, next } = await readPage<EndedSite>(this.dataSource.manager, ENDED, values, page);
    return { sites: rows, next };
  }

  /** Deletes for good a deleted or expired page of the caller. Stopped ones stay as evidence. */
  async purgeSite(id: string, context: RequestContext): Promise<void> {
    const { caller } = context;
    const now = new Date();
    if (caller.role !== 'authenticated') throw new ServiceError('SITE_NOT_FOUND');
    this.policies.require('delete', caller);
    const path = await this.dataSource.transaction(async (manager) => {
      const deleted = await lockOwnSite(manager, 'deleted_sites', { id, caller, now });
      if (deleted) {
        await manager.query('DELETE FROM deleted_sites WHERE id = $1', [id]);
        return deleted.path;
      }
      const expired = await lockOwnSite(manager, 'sites', { id, caller, now });
      if (!expired) throw new ServiceError('SITE_NOT_FOUND');
      if (expired.isActive && !isExpired(expired.expiresAt, now)) throw new ServiceError('SITE_IS_LIVE');
      await manager.query('DELETE FROM sites WHERE id = $1', [id]);
      await publishSiteDeleted(manager, [expired], context);
      return expired.path;
    });
    await this.changes.announce([path]);
  }

  /** Shows a deleted or expired page of the caller again. A live page stays as it is. */
  async restoreOwnSite(id: string, context: RequestContext): Promise<PublishedSite> {
    const { caller } = context;
    const now = new Date();
    if (caller.role !== 'authenticated') throw new ServiceError('SITE_NOT_FOUND');
    this.policies.require('edit', caller);
    const asked = { id, caller, now, context };
    const own = await this.dataSource.query<object[]>(IS_OWN, [id, caller.accountId, now]);
    const check = own.length > 0 ? await this.endedPages.check(id, now, context) : undefined;
    const site = await this.dataSource.transaction(async (manager) => {
      // Otherwise a page that is restored while its account is deleted would stay.
      if (await isDeletedAccount(manager, caller.accountId)) throw new ServiceError('SITE_NOT_FOUND');
      if (await isAnyAccountBanned(manager, [caller.accountId])) throw stoppedForOwner();
      const restored =
        (await this.restoreExpired(manager, asked)) ??
        (await this.restoreDeleted(manager, asked)) ??
        // A repeat in another replica has restored it meanwhile.
        (await this.restoreExpired(manager, asked));
      if (!restored) throw new ServiceError('SITE_NOT_FOUND');
      if (check) await this.endedPages.keep(manager, new Map([[id, check]]));
      return restored;
    });
    await this.changes.announce([site.path]);
    return {
      ...{ id: site.id, path: site.path, title: site.title, expiresAt: site.expiresAt.toISOString() },
      needsOwnOrigin: site.hadOwnOrigin || undefined,
      ...accessOf(site),
    };
  }

  /** `UpdateSites` also shows an expired page again, with a later end that its owner chooses. */
  private async restoreExpired(manager: EntityManager, asked: Restoration): Promise<OwnSite | undefined> {
    const { id, caller, now, context } = asked;
    const site = await lockOwnSite(manager, 'sites', asked);
    if (!site) return undefined;
    if (site.isActive && !isExpired(site.expiresAt, now)) return site;
    if (!site.isActive) await this.quotas.requireBytes(manager, caller, site.bytes);
    const expiresAt = firstExpiry(now);
    await manager.update(Site, { id }, { isActive: true, expiresAt, lastModified: now });
    await publishSiteStateChanged(manager, [site.path], { aggregateId: id, context });
    return { ...site, expiresAt };
  }

  private async restoreDeleted(manager: EntityManager, asked: Restoration): Promise<OwnSite | undefined> {
    const { id, caller, now, context } = asked;
    const site = await lockOwnSite(manager, 'deleted_sites', asked);
    if (!site) return undefined;
    await lockPaths(manager, [site.path]);
    if (!(await isPathFree(manager, site.path, caller.accountId, now))) throw new ServiceError('PATH_TAKEN');
    await this.quotas.requireBytes(manager, caller, site.bytes);
    const expiresAt = isExpired(site.expiresAt, now) ? firstExpiry(now) : site.expiresAt;
    await manager.query(RESTORE, [id, expiresAt, now, caller.isAnonymous]);
    await this.outbox.publish(manager, sitePublished, { siteId: id }, { aggregateId: id, context });
    return { ...site, expiresAt };
  }
}
