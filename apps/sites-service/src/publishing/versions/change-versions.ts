import {
  type Caller,
  type RequestContext,
  type RequestOf,
  ServiceError,
  type SiteVersion,
  type UpdatedSite,
  type versionMessages,
} from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SitePolicies } from '../../sites/site-policies.js';
import { PageVersion } from '../../tables/pages/versions.entity.js';
import { rechargeVersions } from '../../trees/recharge-versions.js';
import { LOCKED, ownVersion, requireFreeLabel, findSiteVersion, ReadVersions } from './read-versions.js';
import { UpdateSite } from './update-site.js';

@Injectable()
export class ChangeVersions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly policies: SitePolicies,
    private readonly reading: ReadVersions,
    private readonly updating: UpdateSite,
  ) {}

  /**
   * Makes a new version with the content of an old one, as if it were pasted again. An erased content cannot be
   * restored.
   */
  async restoreVersion(
    { version, baseVersion = null, ...request }: RequestOf<typeof versionMessages.restoreVersion>,
    context: RequestContext,
  ): Promise<UpdatedSite> {
    this.policies.require('edit', context.caller);
    const { htmlContent, tree, version: found } = await this.reading.contentOf(request.id, version, context.caller);
    const content = { htmlContent: htmlContent ?? '', format: found.format ?? 'html', tree: tree ?? undefined };
    return this.updating.updateSite({ ...request, ...content, baseVersion, source: 'restore' }, context);
  }

  labelVersion(request: RequestOf<typeof versionMessages.labelVersion>, caller: Caller): Promise<SiteVersion> {
    const { id: siteId, version: number, label } = request;
    this.policies.require('versions', caller);
    return this.dataSource.transaction(async (manager) => {
      const current = await ownVersion(manager, siteId, caller, LOCKED);
      if (label !== null) await requireFreeLabel(manager, siteId, number);
      await manager.update(PageVersion, { siteId, number }, { label });
      const changed = await findSiteVersion(manager, siteId, number, current);
      if (!changed) throw new ServiceError('VERSION_NOT_FOUND');
      return changed;
    });
  }

  /** Deletes an old version; maintenance deletes its content, unless another version has it, too. */
  async eraseVersion(request: RequestOf<typeof versionMessages.eraseVersion>, caller: Caller): Promise<void> {
    const { id: siteId, version: number } = request;
    this.policies.require('versions', caller);
    await this.dataSource.transaction(async (manager) => {
      const current = await ownVersion(manager, siteId, caller, LOCKED);
      if (number === current) throw new ServiceError('VERSION_IS_CURRENT');
      const { affected } = await manager.delete(PageVersion, { siteId, number });
      if (!affected) throw new ServiceError('VERSION_NOT_FOUND');
      await rechargeVersions(manager, [siteId]);
    });
  }
}
