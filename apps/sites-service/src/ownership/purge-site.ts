import { isExpired, type RequestContext, ServiceError } from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { publishSiteDeleted } from '../sites/publish-site-events.js';
import { SiteCacheInvalidator } from '../sites/site-cache-invalidator.js';
import { SitePolicies } from '../sites/site-policies.js';
import { lockOwnSite } from './lock-own-site.js';

@Injectable()
export class PurgeSite {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policies: SitePolicies,
    private readonly changes: SiteCacheInvalidator,
  ) {}

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
}
