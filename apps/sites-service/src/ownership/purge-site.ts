import { isExpired, type RequestContext, ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { stoppedForOwner } from '../sites/own-site.js';
import { publishSiteDeleted } from '../sites/publish-site-events.js';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';
import { SitePolicies } from '../sites/site-policies.js';
import { isKept, selectAs, sitesColumns } from '../tables/columns.js';
import type { Site } from '../tables/pages/site.entity.js';

const READ = ['id', 'path', 'storagePath', 'expiresAt', 'isActive', 'stoppedAt'] as const;
type OwnSite = Pick<Site, (typeof READ)[number]>;
const OWN_SITE = selectAs(sitesColumns, READ);

@Injectable()
export class PurgeSite {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policies: SitePolicies,
    private readonly changes: SiteCacheInvalidator,
  ) {}

  /** Deletes for good a deleted or expired page of the caller. Stopped ones stay as evidence. */
  async purgeSite(id: string, context: RequestContext, now = new Date()): Promise<void> {
    const { caller } = context;
    if (caller.role !== 'authenticated') throw new ServiceError('SITE_NOT_FOUND');
    this.policies.require('delete', caller);
    const path = await this.dataSource.transaction(async (manager) => {
      const deleted = await lockedSite(manager, `deleted_sites`, isKept('$3'), [id, caller.accountId, now]);
      const expired = deleted ?? (await lockedSite(manager, 'sites', 'true', [id, caller.accountId]));
      if (!expired) throw new ServiceError('SITE_NOT_FOUND');
      if (expired.stoppedAt) throw stoppedForOwner();
      if (deleted) {
        await manager.query('DELETE FROM deleted_sites WHERE id = $1', [id]);
      } else {
        if (expired.isActive && !isExpired(expired.expiresAt, now)) throw new ServiceError('SITE_IS_LIVE');
        await manager.query('DELETE FROM sites WHERE id = $1', [id]);
        await publishSiteDeleted(manager, [expired], context);
      }
      return expired.path;
    });
    await this.changes.announce([path]);
  }
}

async function lockedSite(
  manager: EntityManager,
  table: 'sites' | 'deleted_sites',
  condition: string,
  parameters: unknown[],
): Promise<OwnSite | undefined> {
  const [site] = await manager.query<OwnSite[]>(
    `SELECT ${OWN_SITE} FROM ${table} WHERE id = $1 AND user_id = $2 AND ${condition} FOR UPDATE`,
    parameters,
  );
  return site;
}
