import {
  moderatedSiteAnswerSchema,
  moderationBodySchema,
  moderationMessages,
  type RequestContext,
  sitePageAnswerSchema,
  siteSearchSchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { z } from 'zod';
import { Context, RequiresRole } from '../access/access.js';
import { ZodPipe } from '../http-errors/zod.pipe.js';
import { Documented } from '../system/documented.js';

const moderation = { body: moderationBodySchema, answer: moderatedSiteAnswerSchema };

/** Everybody's sites, for people with a role. */
@Controller('admin/v1/sites')
export class AdminSitesHttpController {
  constructor(private readonly services: RequestClient) {}

  @Get()
  @RequiresRole('moderator')
  @Documented({
    summary: 'Sites by path, title, id or account, newest first.',
    query: siteSearchSchema,
    answer: sitePageAnswerSchema,
  })
  async searchSites(
    @Query(new ZodPipe(siteSearchSchema)) query: z.output<typeof siteSearchSchema>,
    @Context() context: RequestContext,
  ) {
    return { success: true, ...(await this.services.call(moderationMessages.searchSites, query, context)) };
  }

  @Post(':site/stop')
  @RequiresRole('moderator')
  @HttpCode(200)
  @Documented({ summary: 'Stops a page, named by id or path: it answers 451.', ...moderation })
  async stopSite(
    @Param('site') site: string,
    @Body(new ZodPipe(moderationBodySchema)) { reason }: z.output<typeof moderationBodySchema>,
    @Context() context: RequestContext,
  ) {
    return { success: true, ...(await this.services.call(moderationMessages.stopSite, { site, reason }, context)) };
  }

  @Post(':site/restore')
  @RequiresRole('moderator')
  @HttpCode(200)
  @Documented({ summary: 'Puts a stopped page back, named by id or path.', ...moderation })
  async restoreSite(
    @Param('site') site: string,
    @Body(new ZodPipe(moderationBodySchema)) { reason }: z.output<typeof moderationBodySchema>,
    @Context() context: RequestContext,
  ) {
    return { success: true, ...(await this.services.call(moderationMessages.restoreSite, { site, reason }, context)) };
  }
}
