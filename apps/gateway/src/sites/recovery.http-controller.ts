import {
  type DeletedSitesAnswer,
  type PageAddresses,
  PREVIEW_PREFIX,
  type PreviewVersionAnswer,
  type PurgeSiteAnswer,
  recoveryMessages,
  recoveryRoutes,
  type RequestContext,
  type RestoreSiteAnswer,
  ServiceError,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Query } from '@nestjs/common';
import { Context } from '../access/access.js';
import { Setting } from '../settings.js';
import { Calls } from '../open-api/documented.js';
import { type BodyOf, type QueryOf, Route } from '../open-api/route.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';
import { ownSiteOf } from './own-site.js';

/** Restores and purges pages that were deleted or expired, and shows old versions to their owner. */
@Controller()
export class RecoveryHttpController {
  constructor(
    private readonly services: RequestClient,
    @Setting('addresses') private readonly addresses: PageAddresses,
  ) {}

  @Route(recoveryRoutes.listDeletedSites, { summary: 'Own pages that were deleted or expired and can be restored.' })
  @Calls(recoveryMessages.listDeletedSites)
  async listDeletedSites(
    @Query() query: QueryOf<typeof recoveryRoutes.listDeletedSites>,
    @Context() context: RequestContext,
  ): Promise<DeletedSitesAnswer> {
    return { success: true, ...(await this.services.call(recoveryMessages.listDeletedSites, query, context)) };
  }

  @Route(recoveryRoutes.restoreOwnSite, { summary: 'Shows a deleted or expired page again.' })
  @RateLimit('publish')
  @Calls(recoveryMessages.restoreOwnSite)
  async restoreOwnSite(
    @Body() body: BodyOf<typeof recoveryRoutes.restoreOwnSite>,
    @Context() context: RequestContext,
  ): Promise<RestoreSiteAnswer> {
    const { site } = await this.services.call(recoveryMessages.restoreOwnSite, { id: body.id }, context);
    return { success: true, site: ownSiteOf(site, this.addresses) };
  }

  @Route(recoveryRoutes.purgeSite, { summary: 'Removes a deleted or expired page for good.' })
  @RateLimit('publish')
  @Calls(recoveryMessages.purgeSite)
  async purgeSite(
    @Body() body: BodyOf<typeof recoveryRoutes.purgeSite>,
    @Context() context: RequestContext,
  ): Promise<PurgeSiteAnswer> {
    await this.services.call(recoveryMessages.purgeSite, { id: body.id }, context);
    return { success: true };
  }

  @Route(recoveryRoutes.previewVersion, {
    summary: 'An address that shows one version of an own page for some minutes.',
    refusals: ['PREVIEW_NOT_AVAILABLE'],
  })
  @RateLimit('publish')
  @Calls(recoveryMessages.previewVersion)
  async previewVersion(
    @Body() { id, version }: BodyOf<typeof recoveryRoutes.previewVersion>,
    @Context() context: RequestContext,
  ): Promise<PreviewVersionAnswer> {
    const found = await this.services.call(recoveryMessages.previewVersion, { id, version }, context);
    const { pagesOrigin, ownOrigins } = this.addresses;
    const url =
      found.kind === 'files'
        ? ownOrigins?.previewOriginOf(found.token)
        : `${pagesOrigin}${PREVIEW_PREFIX}${found.token}`;
    if (url === undefined) throw new ServiceError('PREVIEW_NOT_AVAILABLE');
    return { success: true, url, expires_at: found.expiresAt };
  }
}
