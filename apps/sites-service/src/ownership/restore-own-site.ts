import {
  type AccountCaller,
  firstExpiry,
  isExpired,
  type PublishedSite,
  type RequestContext,
  ServiceError,
  sitePublished,
} from '@haru/contracts';
import { isDeletedAccount } from '@haru/database';
import { Outbox } from '@haru/events';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { isAnyAccountBanned } from '../sites/pages-of-accounts.js';
import { isPathFree, lockPaths } from '../sites/paths/path-claims.js';
import { RecheckEndedPages } from '../sites/checks/recheck-ended-pages.js';
import { StorageQuotas } from '../sites/quotas/storage-quotas.js';
import { accessOf, stoppedForOwner } from '../sites/own-site.js';
import { publishSiteStateChanged } from '../sites/publish-site-events.js';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';
import { SitePolicies } from '../sites/site-policies.js';
import { isKept, sitesColumns } from '../tables/columns.js';
import { Site } from '../tables/pages/site.entity.js';
import type { VersionCheck } from '../tables/pages/version-check.js';
import { ALL_COLUMNS } from '../sites/deleted-rows.js';
import { lockOwnSite, type OwnSite } from './lock-own-site.js';

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

@Injectable()
export class RestoreOwnSite {
  constructor(
    private readonly dataSource: DataSource,
    private readonly outbox: Outbox,
    private readonly policies: SitePolicies,
    private readonly quotas: StorageQuotas,
    private readonly changes: SiteCacheInvalidator,
    private readonly endedPages: RecheckEndedPages,
  ) {}

  /** Shows a deleted or expired page of the caller again. A live page stays as it is. */
  async restoreOwnSite(id: string, context: RequestContext): Promise<PublishedSite> {
    const { caller } = context;
    const now = new Date();
    if (caller.role !== 'authenticated') throw new ServiceError('SITE_NOT_FOUND');
    this.policies.require('edit', caller);
    const asked = { id, caller, now, context };
    const check = await this.checkEnded(asked);
    const site = await this.dataSource.transaction(async (manager) => {
      // Otherwise a page that is restored while its account is deleted would stay.
      if (await isDeletedAccount(manager, caller.accountId)) throw new ServiceError('SITE_NOT_FOUND');
      if (await isAnyAccountBanned(manager, [caller.accountId])) throw stoppedForOwner();
      const restored = (await this.restoreExpired(manager, asked)) ?? (await this.restoreDeleted(manager, asked));
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

  private async checkEnded({ id, caller, now, context }: Restoration): Promise<VersionCheck | undefined> {
    const own = await this.dataSource.query<object[]>(IS_OWN, [id, caller.accountId, now]);
    return own.length > 0 ? this.endedPages.check(id, now, context) : undefined;
  }

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

  private async restoreDeleted(manager: EntityManager, asked: Restoration): Promise<OwnSite> {
    const { id, caller, now, context } = asked;
    const site = await lockOwnSite(manager, 'deleted_sites', asked);
    if (!site) throw new ServiceError('SITE_NOT_FOUND');
    await lockPaths(manager, [site.path]);
    if (!(await isPathFree(manager, site.path, caller.accountId, now))) throw new ServiceError('PATH_TAKEN');
    await this.quotas.requireBytes(manager, caller, site.bytes);
    const expiresAt = isExpired(site.expiresAt, now) ? firstExpiry(now) : site.expiresAt;
    await manager.query(RESTORE, [id, expiresAt, now, caller.isAnonymous]);
    await this.outbox.publish(manager, sitePublished, { siteId: id }, { aggregateId: id, context });
    return { ...site, expiresAt };
  }
}
