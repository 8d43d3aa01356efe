import {
  limits,
  moderatedSiteAnswerSchema,
  moderationBodySchema,
  moderationMessages,
  type RequestContext,
  sitePageAnswerSchema,
  siteSearchSchema,
  staffMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { z } from 'zod';
import { Context, RequiresRole } from '../access/access.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Calls, Documented } from '../open-api/documented.js';

const moderation = { body: moderationBodySchema, answer: moderatedSiteAnswerSchema };

/** Everybody's sites, for people with a role. */
@Controller('admin/v1/sites')
export class AdminSitesHttpController {
  constructor(private readonly services: RequestClient) {}

  @Get()
  @RequiresRole('moderator')
  @Calls(moderationMessages.searchSites)
  @Documented({
    summary: 'Sites by path, title, id or account (its id or address), newest first.',
    query: siteSearchSchema,
    answer: sitePageAnswerSchema,
  })
  async searchSites(
    @Query(new ZodPipe(siteSearchSchema)) query: z.output<typeof siteSearchSchema>,
    @Context() context: RequestContext,
  ) {
    const request = { ...query, accountIds: await this.accountsByAddress(query.text, context) };
    return { success: true, ...(await this.services.call(moderationMessages.searchSites, request, context)) };
  }

  @Post(':site/stop')
  @RequiresRole('moderator')
  @HttpCode(200)
  @Calls(moderationMessages.stopSite)
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
  @Calls(moderationMessages.restoreSite)
  @Documented({ summary: 'Puts a stopped page back, named by id or path.', ...moderation })
  async restoreSite(
    @Param('site') site: string,
    @Body(new ZodPipe(moderationBodySchema)) { reason }: z.output<typeof moderationBodySchema>,
    @Context() context: RequestContext,
  ) {
    return { success: true, ...(await this.services.call(moderationMessages.restoreSite, { site, reason }, context)) };
  }

  /** The newest ones whose address holds the text; only what looks like a part of one with its @ is asked about. */
  private async accountsByAddress(text: string, context: RequestContext): Promise<string[]> {
    if (!/^\S*@\S*$/.test(text) || text.length > limits.emailMaxLength) return [];
    const { accounts } = await this.services.call(staffMessages.searchAccounts, { search: text }, context);
    return accounts.map(({ id }) => id);
  }
}
