import {
  type DeletedSitesAnswer,
  deletedSitesAnswerSchema,
  deletedSitesQuerySchema,
  type PageAddresses,
  pageAddressesOf,
  PREVIEW_PREFIX,
  type PreviewVersionAnswer,
  previewVersionAnswerSchema,
  previewVersionBodySchema,
  type PurgeSiteAnswer,
  purgeSiteAnswerSchema,
  recoveryMessages,
  type RequestContext,
  type RestoreSiteAnswer,
  restoreSiteAnswerSchema,
  siteIdBodySchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, HttpCode, Inject, Post, Query } from '@nestjs/common';
import type { z } from 'zod';
import { Access, Context } from '../access/access.js';
import { ENV, type ServiceEnv } from '../config.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Calls, Documented } from '../open-api/documented.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';
import { ownSiteOf } from './own-site.js';

/** Restores and purges pages that were deleted or expired, and shows old versions to their owner. */
@Controller('functions/v1')
export class RecoveryHttpController {
  private readonly addresses: PageAddresses;

  constructor(
    private readonly services: RequestClient,
    @Inject(ENV) env: ServiceEnv,
  ) {
    this.addresses = pageAddressesOf(env);
  }

  @Get('deleted-sites')
  @Access('account')
  @Calls(recoveryMessages.listDeletedSites)
  @Documented({
    summary: 'Own pages that were deleted or expired and can be restored.',
    query: deletedSitesQuerySchema,
    answer: deletedSitesAnswerSchema,
  })
  async listDeletedSites(
    @Query(new ZodPipe(deletedSitesQuerySchema)) query: z.output<typeof deletedSitesQuerySchema>,
    @Context() context: RequestContext,
  ): Promise<DeletedSitesAnswer> {
    const { sites, next } = await this.services.call(recoveryMessages.listDeletedSites, query, context);
    return { success: true, sites, next };
  }

  @Post('restore-site')
  @Access('account')
  @RateLimit('publish')
  @HttpCode(200)
  @Calls(recoveryMessages.restoreOwnSite)
  @Documented({
    summary: 'Shows a deleted or expired page again.',
    body: siteIdBodySchema,
    answer: restoreSiteAnswerSchema,
  })
  async restoreOwnSite(
    @Body(new ZodPipe(siteIdBodySchema)) body: z.output<typeof siteIdBodySchema>,
    @Context() context: RequestContext,
  ): Promise<RestoreSiteAnswer> {
    const { site } = await this.services.call(recoveryMessages.restoreOwnSite, { id: body.id }, context);
    return { success: true, site: ownSiteOf(site, this.addresses) };
  }

  @Post('purge-site')
  @Access('account')
  @RateLimit('publish')
  @HttpCode(200)
  @Calls(recoveryMessages.purgeSite)
  @Documented({
    summary: 'Removes a deleted or expired page for good.',
    body: siteIdBodySchema,
    answer: purgeSiteAnswerSchema,
  })
  async purgeSite(
    @Body(new ZodPipe(siteIdBodySchema)) body: z.output<typeof siteIdBodySchema>,
    @Context() context: RequestContext,
  ): Promise<PurgeSiteAnswer> {
    await this.services.call(recoveryMessages.purgeSite, { id: body.id }, context);
    return { success: true };
  }

  @Post('preview-version')
  @Access('account')
  @RateLimit('publish')
  @HttpCode(200)
  @Calls(recoveryMessages.previewVersion)
  @Documented({
    summary: 'An address that shows one version of an own page for some minutes.',
    body: previewVersionBodySchema,
    answer: previewVersionAnswerSchema,
  })
  async previewVersion(
    @Body(new ZodPipe(previewVersionBodySchema)) { id, version }: z.output<typeof previewVersionBodySchema>,
    @Context() context: RequestContext,
  ): Promise<PreviewVersionAnswer> {
    const { token, expiresAt } = await this.services.call(recoveryMessages.previewVersion, { id, version }, context);
    return { success: true, url: `${this.addresses.pagesOrigin}${PREVIEW_PREFIX}${token}`, expires_at: expiresAt };
  }
}
