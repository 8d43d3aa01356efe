import {
  accountMessages,
  type CheckPageAnswer,
  type CheckPathAnswer,
  checkPathAnswerSchema,
  type CreateSiteAnswer,
  createSiteAnswerSchema,
  createSiteBodySchema,
  type CreateUploadAnswer,
  createUploadAnswerSchema,
  createUploadBodySchema,
  type PageAddresses,
  programRoutes,
  type RequestContext,
  type ServeSiteAnswer,
  serveSiteAnswerSchema,
  ServiceError,
  signInMessages,
  siteMessages,
  uploadMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, Headers, Post, Query, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { PageAnswers } from '../admission/page-answers.js';
import { Access, Context, AllowWithoutMfa, Http, type HttpCall } from '../access/access.js';
import { callHeadersOf, idempotencyHeadersSchema, sourceHeadersSchema } from '../http/call-headers.js';
import { streamedJson } from '../http/streamed-json.js';
import { Setting } from '../settings.js';
import { LiveSessions } from '../credentials/live-sessions.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';
import { isOfPage } from '../http/page-scripts.js';
import { Calls, Documented } from '../open-api/documented.js';
import { type BodyOf, Route } from '../open-api/route.js';
import { proofHeadersSchema } from '../proofs/proofs.js';
import { PublishPage, publishMessages } from './publish-page.js';
import { UploadFiles } from './upload-files.js';

const deleteAccountAnswerSchema = z.object({ success: z.literal(true) });
const pathQuerySchema = z.object({ path: z.string() });

@Controller()
export class FunctionsHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly publishPage: PublishPage,
    private readonly uploads: UploadFiles,
    private readonly sessions: LiveSessions,
    private readonly pages: PageAnswers,
    @Setting('addresses') private readonly addresses: PageAddresses,
  ) {}

  @Post('functions/v1/create-site')
  @Access('caller', 'publish')
  @RateLimit('publish')
  @Calls(...publishMessages)
  @Documented({
    summary: 'Publishes a page.',
    headers: idempotencyHeadersSchema.extend(sourceHeadersSchema.shape).extend(proofHeadersSchema.shape),
    refusals: ['PROOF_REQUIRED'],
    body: createSiteBodySchema,
    answer: createSiteAnswerSchema,
  })
  createSite(@Body() body: z.output<typeof createSiteBodySchema>, @Http() http: HttpCall): Promise<CreateSiteAnswer> {
    return this.publishPage.publish({ body, http, ...callHeadersOf(http.request) }, http.request.context);
  }

  /** The bytes of an upload are sent to the process `sites-uploads`. */
  @Post('functions/v1/create-upload')
  @Access('caller', 'publish')
  @RateLimit('publish')
  @Calls(uploadMessages.createUpload, signInMessages.createTemporaryAccount)
  @Documented({
    summary: 'Begins an upload of the files of a page, or of an archive; it is then published with its upload_id.',
    headers: proofHeadersSchema,
    refusals: ['PROOF_REQUIRED'],
    body: createUploadBodySchema,
    answer: createUploadAnswerSchema,
  })
  createUpload(
    @Body() body: z.output<typeof createUploadBodySchema>,
    @Http() http: HttpCall,
  ): Promise<CreateUploadAnswer> {
    return this.uploads.begin(body, http);
  }

  @Route(programRoutes.checkPage, { summary: 'Checks a page as publishing does, and publishes nothing.' })
  @RateLimit('publish')
  @Calls(siteMessages.checkPage)
  async checkPage(
    @Body() { html_content: htmlContent, format }: BodyOf<typeof programRoutes.checkPage>,
    @Context() context: RequestContext,
  ): Promise<CheckPageAnswer> {
    const request = { htmlContent, format: format ?? undefined };
    return { success: true, ...(await this.services.call(siteMessages.checkPage, request, context)) };
  }

  @Get('functions/v1/serve-site')
  @Access('caller', 'read')
  @AllowWithoutMfa()
  @RateLimit('pageReads')
  @Calls(siteMessages.serveSite)
  @Documented({
    summary: 'A page as it was pasted.',
    query: pathQuerySchema,
    refusals: ['SITE_UNDER_REVIEW'],
    answer: serveSiteAnswerSchema,
  })
  async serveSite(
    @Query('path') path: unknown,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
    @Headers('origin') origin?: string,
  ): Promise<ServeSiteAnswer | StreamableFile> {
    if (typeof path !== 'string' || path === '') throw new ServiceError('PATH_MISSING');
    const { site } = await this.pages.call(siteMessages.serveSite, { path }, context, reply);
    const { title, htmlContent, kind, underReview } = site;
    // Another page could show it without the notice. The error screen requests it again from the viewer, which shows
    // the notice.
    if (underReview && isOfPage(origin, this.addresses)) throw new ServiceError('SITE_UNDER_REVIEW');
    const notice = { ...(kind ? { kind } : {}), ...(underReview ? { under_review: underReview } : {}) };
    const html = kind && htmlContent === '' ? linkToFiles(path, this.addresses) : htmlContent;
    return streamedJson({ success: true, site: { title, html_content: html, ...notice } });
  }

  @Get('functions/v1/check-path')
  @Access('caller', 'read')
  @AllowWithoutMfa()
  @Calls(siteMessages.checkPath)
  @Documented({ summary: 'Whether a path is free.', query: pathQuerySchema, answer: checkPathAnswerSchema })
  async checkPath(@Query('path') path: unknown, @Context() context: RequestContext): Promise<CheckPathAnswer> {
    if (typeof path !== 'string' || path === '') throw new ServiceError('PATH_MISSING');
    return { success: true, ...(await this.services.call(siteMessages.checkPath, { path }, context)) };
  }

  @Post('functions/v1/delete-account')
  @Access('account')
  @Calls(accountMessages.deleteAccount)
  @Documented({ summary: 'Deletes the calling account with all it published.', answer: deleteAccountAnswerSchema })
  async deleteAccount(@Context() context: RequestContext): Promise<{ success: true }> {
    await this.services.call(accountMessages.deleteAccount, {}, context);
    // Other gateways learn of it by broadcast; this one must know before it answers.
    this.sessions.forgetCaller(context);
    return { success: true };
  }
}

/** Returns a small page for clients that show one text: it links to a page of several files. */
function linkToFiles(path: string, addresses: PageAddresses): string {
  const url = addresses.urlOf(path, true);
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><p>このページは複数のファイルでできています。<a href="${url}" target="_top">ページを開く</a></p></html>`;
}
