import {
  type AdminRole,
  contentBanMessages,
  contentHashSchema,
  limits,
  moderationMessages,
  type RequestContext,
  siteAdminRoutes,
  staffMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Param, Query } from '@nestjs/common';
import { Context } from '../access/access.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Calls } from '../open-api/documented.js';
import { type BodyOf, type QueryOf, Route } from '../open-api/route.js';

/** A content is named by its SHA-256 in hex. */
@Controller()
export class AdminSitesHttpController {
  constructor(private readonly services: RequestClient) {}

  @Route(siteAdminRoutes.searchSites, {
    summary: 'Sites by path, title, id or account (its id or address), newest first.',
  })
  @Calls(moderationMessages.searchSites)
  async searchSites(@Query() query: QueryOf<typeof siteAdminRoutes.searchSites>, @Context() context: RequestContext) {
    const request = { ...query, accountIds: await this.accountsByAddress(query.text, context) };
    return { success: true, ...(await this.services.call(moderationMessages.searchSites, request, context)) };
  }

  @Route(siteAdminRoutes.stopSite, {
    summary:
      'Stops a page, named by id or path: it answers 451. With `everywhere` no page may have its content (for admins).',
  })
  @Calls(moderationMessages.stopSite)
  async stopSite(
    @Param('site') site: string,
    @Body() body: BodyOf<typeof siteAdminRoutes.stopSite>,
    @Context() context: RequestContext,
  ) {
    return { success: true, ...(await this.services.call(moderationMessages.stopSite, { site, ...body }, context)) };
  }

  @Route(siteAdminRoutes.restoreSite, { summary: 'Puts a stopped page back, named by id or path.' })
  @Calls(moderationMessages.restoreSite)
  async restoreSite(
    @Param('site') site: string,
    @Body() { reason }: BodyOf<typeof siteAdminRoutes.restoreSite>,
    @Context() context: RequestContext,
  ) {
    return { success: true, ...(await this.services.call(moderationMessages.restoreSite, { site, reason }, context)) };
  }

  @Route(siteAdminRoutes.listBannedContents, { summary: 'The contents that were banned last.' })
  @Calls(contentBanMessages.listBannedContents)
  async listBannedContents(@Context() context: RequestContext) {
    return { success: true, ...(await this.services.call(contentBanMessages.listBannedContents, {}, context)) };
  }

  @Route(siteAdminRoutes.banContent, {
    summary: 'Bans a content: live pages that have it stop, and no page gets it again.',
  })
  @Calls(contentBanMessages.banContent)
  async banContent(
    @Param('hash', new ZodPipe(contentHashSchema)) hash: string,
    @Body() { reason }: BodyOf<typeof siteAdminRoutes.banContent>,
    @Context() context: RequestContext,
  ) {
    return { success: true, ...(await this.services.call(contentBanMessages.banContent, { hash, reason }, context)) };
  }

  @Route(siteAdminRoutes.unbanContent, {
    summary: 'Lifts the ban of a content. Its pages stay stopped until each is restored.',
  })
  @Calls(contentBanMessages.unbanContent)
  async unbanContent(
    @Param('hash', new ZodPipe(contentHashSchema)) hash: string,
    @Body() { reason }: BodyOf<typeof siteAdminRoutes.unbanContent>,
    @Context() context: RequestContext,
  ) {
    return { success: true, ...(await this.services.call(contentBanMessages.unbanContent, { hash, reason }, context)) };
  }

  @Route(siteAdminRoutes.ownRole, { summary: 'The role of the caller.' })
  ownRole(@Context() { caller }: RequestContext) {
    // The service key is the only caller without a role that reaches this route.
    const role: AdminRole = (caller.role === 'authenticated' && caller.haruRole) || 'admin';
    return { success: true, role };
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
