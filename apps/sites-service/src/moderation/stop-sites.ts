import {
  type moderationMessages,
  type RequestContext,
  type RequestOf,
  requireRole,
  type SiteOverview,
} from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ConflictOfInterest } from './cases/steps/conflict-of-interest.js';
import { syncCaseWithModeration, siteIdOf } from './cases/steps/stopped-case.js';
import { BanContents } from './ban-contents.js';
import { PageStops } from './page-stops.js';
import { overviewOf } from './site-overview.js';

type StopRequest = RequestOf<typeof moderationMessages.stopSite>;
type RestoreRequest = RequestOf<typeof moderationMessages.restoreSite>;

@Injectable()
export class StopSites {
  constructor(
    private readonly dataSource: DataSource,
    private readonly stops: PageStops,
    private readonly bans: BanContents,
    private readonly conflict: ConflictOfInterest,
  ) {}

  async stopSite({ site, reason, everywhere }: StopRequest, context: RequestContext): Promise<SiteOverview> {
    requireRole(context.caller, everywhere ? 'admin' : 'moderator');
    const siteId = await siteIdOf(this.dataSource.manager, site);
    await this.conflict.require({ siteId }, context);
    const content = everywhere ? await this.bans.contentOf(siteId, context) : undefined;
    const stopped = await this.dataSource.transaction(async (manager) => {
      if (content) await this.bans.ban(manager, content, reason, context);
      await syncCaseWithModeration(manager, { siteId, isStopped: true, reason }, context);
      return this.stops.stop(manager, { siteId, reason }, context);
    });
    await this.stops.announce(stopped.path);
    if (content) await this.bans.announce();
    return overviewOf(stopped);
  }

  async restoreSite({ site, reason }: RestoreRequest, context: RequestContext): Promise<SiteOverview> {
    requireRole(context.caller, 'moderator');
    const siteId = await siteIdOf(this.dataSource.manager, site);
    await this.conflict.requireForObjection(siteId, context);
    const restored = await this.dataSource.transaction(async (manager) => {
      await syncCaseWithModeration(manager, { siteId, isStopped: false, reason }, context);
      return this.stops.restore(manager, { siteId, reason }, context);
    });
    await this.stops.announce(restored.path);
    return overviewOf(restored);
  }
}
