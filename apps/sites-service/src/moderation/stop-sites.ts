import {
  type moderationMessages,
  type RequestContext,
  type RequestOf,
  requireRole,
  type SiteOverview,
} from '@haru/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
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

  async stopSite(request: StopRequest, context: RequestContext): Promise<SiteOverview> {
    requireRole(context.caller, 'moderator');
    const siteId = await siteIdOf(this.dataSource.manager, request.site);
    if (siteId !== undefined) await this.conflict.require({ siteId }, context);
    const content = request.everywhere ? await this.bans.contentOf(request.site, context) : undefined;
    const stopped = await this.dataSource.transaction(async (manager) => {
      if (content) await this.bans.ban(manager, content, request.reason, context);
      await follow(manager, request, true, context);
      return this.stops.stop(manager, request, context);
    });
    await this.stops.announce(stopped.path);
    if (content) await this.bans.announce();
    return overviewOf(stopped);
  }

  async restoreSite(request: RestoreRequest, context: RequestContext): Promise<SiteOverview> {
    requireRole(context.caller, 'moderator');
    const siteId = await siteIdOf(this.dataSource.manager, request.site);
    if (siteId !== undefined) await this.conflict.requireForObjection(siteId, context);
    const restored = await this.dataSource.transaction(async (manager) => {
      await follow(manager, request, false, context);
      return this.stops.restore(manager, request, context);
    });
    await this.stops.announce(restored.path);
    return overviewOf(restored);
  }
}

async function follow(
  manager: EntityManager,
  { site, reason }: RestoreRequest,
  isStopped: boolean,
  context: RequestContext,
): Promise<void> {
  const siteId = await siteIdOf(manager, site);
  if (siteId !== undefined) await syncCaseWithModeration(manager, { siteId, isStopped, reason }, context);
}
