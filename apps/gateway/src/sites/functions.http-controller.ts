import {
  accountMessages,
  type CallerSource,
  type CheckPathAnswer,
  checkPathAnswerSchema,
  type CreateSiteAnswer,
  createSiteAnswerSchema,
  createSiteBodySchema,
  type PageAddresses,
  type RequestContext,
  type ServeSiteAnswer,
  serveSiteAnswerSchema,
  ServiceError,
  siteMessages,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Get, Headers, Post, Query, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { PageAnswers } from '../admission/page-answers.js';
import { Access, Context, AllowWithoutMfa, Http, type HttpCall } from '../access/access.js';
import { IdempotencyKey, idempotencyHeadersSchema } from '../http/idempotency-key.js';
import { streamedJson } from '../http/streamed-json.js';
import { Source, sourceHeadersSchema } from '../http/version-headers.js';
import { Setting } from '../settings.js';
import { LiveSessions } from '../credentials/live-sessions.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';
import { isOfPage } from '../http/page-scripts.js';
import { ZodPipe } from '../http/zod.pipe.js';
import { Calls, Documented } from '../open-api/documented.js';
import { proofHeadersSchema } from '../proofs/proofs.js';
import { linkToFiles } from './files-page.js';
import { PublishPage, publishMessages } from './publish-page.js';

const deleteAccountAnswerSchema = z.object({ success: z.literal(true) });
const pathQuerySchema = z.object({ path: z.string() });

@Controller('functions/v1')
export class FunctionsHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly publishPage: PublishPage,
    private readonly sessions: LiveSessions,
    private readonly pages: PageAnswers,
    @Setting('addresses') private readonly addresses: PageAddresses,
  ) {}

  @Post('create-site')
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
  createSite(
    @Body(new ZodPipe(createSiteBodySchema)) body: z.output<typeof createSiteBodySchema>,
    @IdempotencyKey() idempotencyKey: string | undefined,
    @Source() source: CallerSource,
    @Http() http: HttpCall,
  ): Promise<CreateSiteAnswer> {
    return this.publishPage.publish({ body, idempotencyKey, http, source }, http.request.context);
  }

  @Get('serve-site')
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

  @Get('check-path')
  @Access('caller', 'read')
  @AllowWithoutMfa()
  @Calls(siteMessages.checkPath)
  @Documented({ summary: 'Whether a path is free.', query: pathQuerySchema, answer: checkPathAnswerSchema })
  async checkPath(@Query('path') path: unknown, @Context() context: RequestContext): Promise<CheckPathAnswer> {
    if (typeof path !== 'string' || path === '') throw new ServiceError('PATH_MISSING');
    const { available } = await this.services.call(siteMessages.checkPath, { path }, context);
    return { success: true, available };
  }

  @Post('delete-account')
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
