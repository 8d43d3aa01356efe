import {
  bannedContentAnswerSchema,
  bannedContentListAnswerSchema,
  contentBanMessages,
  contentHashSchema,
  limits,
  moderatedSiteAnswerSchema,
  moderationBodySchema,
  moderationMessages,
  type RequestContext,
  sitePageAnswerSchema,
  siteSearchSchema,
  staffMessages,
  stopBodySchema,
  unbannedContentAnswerSchema,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { z } from 'zod';
import { Context, RequiresRole } from '../access/access.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Calls, Documented } from '../open-api/documented.js';

const moderation = { body: moderationBodySchema, answer: moderatedSiteAnswerSchema };

/** A content is named by its SHA-256 in hex. */
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
  @Documented({
    summary:
      'Stops a page, named by id or path: it answers 451. With `everywhere` no page may have its content (for admins).',
    body: stopBodySchema,
    answer: moderatedSiteAnswerSchema,
  })
  async stopSite(
    @Param('site') site: string,
    @Body(new ZodPipe(stopBodySchema)) body: z.output<typeof stopBodySchema>,
    @Context() context: RequestContext,
  ) {
    return { success: true, ...(await this.services.call(moderationMessages.stopSite, { site, ...body }, context)) };
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

  @Get('banned-contents')
  @RequiresRole('admin')
  @Calls(contentBanMessages.listBannedContents)
  @Documented({ summary: 'The contents that were banned last.', answer: bannedContentListAnswerSchema })
  async listBannedContents(@Context() context: RequestContext) {
    return { success: true, ...(await this.services.call(contentBanMessages.listBannedContents, {}, context)) };
  }

  @Post('banned-contents/:hash')
  @RequiresRole('admin')
  @HttpCode(200)
  @Calls(contentBanMessages.banContent)
  @Documented({
    summary: 'Bans a content: live pages that have it stop, and no page gets it again.',
    body: moderationBodySchema,
    answer: bannedContentAnswerSchema,
  })
  async banContent(
    @Param('hash', new ZodPipe(contentHashSchema)) hash: string,
    @Body(new ZodPipe(moderationBodySchema)) { reason }: z.output<typeof moderationBodySchema>,
    @Context() context: RequestContext,
  ) {
    return { success: true, ...(await this.services.call(contentBanMessages.banContent, { hash, reason }, context)) };
  }

  @Post('banned-contents/:hash/unban')
  @RequiresRole('admin')
  @HttpCode(200)
  @Calls(contentBanMessages.unbanContent)
  @Documented({
    summary: 'Lifts the ban of a content. Its pages stay stopped until each is restored.',
    body: moderationBodySchema,
    answer: unbannedContentAnswerSchema,
  })
  async unbanContent(
    @Param('hash', new ZodPipe(contentHashSchema)) hash: string,
    @Body(new ZodPipe(moderationBodySchema)) { reason }: z.output<typeof moderationBodySchema>,
    @Context() context: RequestContext,
  ) {
    return { success: true, ...(await this.services.call(contentBanMessages.unbanContent, { hash, reason }, context)) };
  }

  /**
   * Returns the newest accounts whose address contains the text; only a text that looks like part of an address with
   * its @ is looked up.
   */
  private async accountsByAddress(text: string, context: RequestContext): Promise<string[]> {
    if (!/^\S*@\S*$/.test(text) || text.length > limits.emailMaxLength) return [];
    const { accounts } = await this.services.call(staffMessages.searchAccounts, { search: text }, context);
    return accounts.map(({ id }) => id);
  }
}
