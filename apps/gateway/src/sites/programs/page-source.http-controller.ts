import {
  type DeletedSourceAnswer,
  deletedSourceAnswerSchema,
  formatExtensions,
  type PageAddresses,
  type RequestContext,
  ServiceError,
  siteMessages,
  sourceQuerySchema,
  type UpdateSiteAnswer,
  updateSiteAnswerSchema,
  uploadMessages,
  versionMessages,
  versionTag,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Controller, Delete, Get, Header, Headers, Param, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Access, Context, Http, type HttpCall, TakesEditKeys } from '../../access/access.js';
import { PageAnswers } from '../../admission/page-answers.js';
import { Setting } from '../../settings.js';
import {
  callHeadersOf,
  idempotencyHeadersSchema,
  ifMatchHeadersSchema,
  pagePasswordHeadersSchema,
  pagePasswordOf,
  readIfMatch,
  sourceHeadersSchema,
} from '../../http/call-headers.js';
import { contentOf, pageBodyTypes, TakesPage } from '../../http/page-body.js';
import { Calls, Documented } from '../../open-api/documented.js';
import { proofHeadersSchema } from '../../proofs/proofs.js';
import { RateLimit } from '../../rate-limits/rate-limit.guard.js';
import { ownSiteOf } from '../own-site.js';
import { PublishCharges } from '../publish-charges.js';
import { OwnPages } from './own-pages.js';
import { SentArchives } from './sent-archives.js';

/** Programs read, replace and delete a page by its path. The bytes are those that were published. */
@Controller('functions/v1/pages/:path/source')
export class PageSourceHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly pages: OwnPages,
    private readonly answers: PageAnswers,
    private readonly archives: SentArchives,
    private readonly charges: PublishCharges,
    @Setting('addresses') private readonly addresses: PageAddresses,
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
  ) {}

  /** The headers keep browsers from showing the page on the host of the app, whatever leads them here. */
  @Get()
  @Access('account', 'read')
  @TakesEditKeys()
  @RateLimit('pageReads')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('content-security-policy', "default-src 'none'; sandbox")
  @Header('referrer-policy', 'no-referrer')
  @Header('x-robots-tag', 'noindex')
  @Calls(siteMessages.listSites, versionMessages.getVersion)
  @Documented({
    summary: 'The source of an own page. ETag names its version.',
    refusals: ['PAGE_HAS_FILES'],
    answer: z.string(),
    mediaTypes: ['text/plain'],
  })
  async readSource(
    @Param('path') path: string,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const { id, version } = await this.pages.byPath(path, context);
    const {
      htmlContent,
      files,
      version: found,
    } = await this.answers.call(versionMessages.getVersion, { id, version }, context, reply);
    if (files) throw new ServiceError('PAGE_HAS_FILES', { faults: [{ field: 'id', message: id }] });
    const [extension] = formatExtensions[found.format ?? 'html'];
    void reply.headers({
      etag: versionTag(version),
      'content-disposition': `attachment; filename="${path}.${extension}"`,
    });
    return htmlContent;
  }

  @Put()
  @Access('account', 'edit')
  @TakesEditKeys()
  @TakesPage()
  @RateLimit('publish')
  @Calls(siteMessages.listSites, uploadMessages.createUpload, versionMessages.updateSite)
  @Documented({
    summary: 'Replaces an own page by the body. If-Match names the version that was read, or * for any.',
    query: sourceQuerySchema,
    headers: ifMatchHeadersSchema
      .extend(idempotencyHeadersSchema.shape)
      .extend(sourceHeadersSchema.shape)
      .extend(proofHeadersSchema.shape)
      .extend(pagePasswordHeadersSchema.shape),
    refusals: ['PROOF_REQUIRED', 'HTML_NOT_UTF8', 'FORM_FILE_MISSING', 'FORM_SEVERAL_FILES'],
    body: z.string().describe('The page in UTF-8, or a ZIP archive of its files.'),
    bodyTypes: pageBodyTypes,
    answer: updateSiteAnswerSchema,
  })
  async replaceSource(
    @Param('path') path: string,
    @Query() { format, ...settings }: z.output<typeof sourceQuerySchema>,
    @Http() http: HttpCall,
  ): Promise<UpdateSiteAnswer> {
    const { context, headers } = http.request;
    const baseVersion = readIfMatch(headers['if-match']);
    const call = { ...callHeadersOf(http.request), password: pagePasswordOf(http.request), baseVersion };
    const content = await contentOf(http.request);
    const { id } = await this.pages.byPath(path, context);
    const size = 'archive' in content ? { bytes: () => this.archives.declaredBytes(http) } : content;
    const refusals = [...uploadMessages.createUpload.errors, ...versionMessages.updateSite.errors];
    const { site } = await this.charges.counted({ http, ...size, refusals }, async () => {
      const change =
        'archive' in content
          ? { htmlContent: '', uploadId: await this.archives.receive(content.archive, http) }
          : { htmlContent: content.text, format: format ?? content.format };
      return this.services.call(versionMessages.updateSite, { ...change, ...settings, ...call, id }, context);
    });
    const { version, isChanged } = site;
    void http.reply.header('etag', versionTag(version));
    return { success: true, site: { ...ownSiteOf(site, this.addresses), version, is_changed: isChanged } };
  }

  @Delete()
  @Access('account', 'delete')
  @RateLimit('rowChange')
  @Calls(siteMessages.listSites, siteMessages.deleteSites)
  @Documented({
    summary: 'Deletes an own page. The answer names the call that shows it again.',
    headers: ifMatchHeadersSchema,
    refusals: ['VERSION_CONFLICT', 'SITE_NOT_FOUND'],
    answer: deletedSourceAnswerSchema,
  })
  async deleteSource(
    @Param('path') path: string,
    @Headers('if-match') ifMatch: string | undefined,
    @Context() context: RequestContext,
  ): Promise<DeletedSourceAnswer> {
    const baseVersion = readIfMatch(ifMatch);
    const { id, version } = await this.pages.byPath(path, context);
    if (typeof baseVersion === 'number' && baseVersion !== version) throw new ServiceError('VERSION_CONFLICT');
    const named = [{ column: 'id', operator: 'eq' as const, values: [id] }];
    const base = [{ column: 'version', operator: 'eq' as const, values: [String(version)] }];
    const filters = typeof baseVersion === 'number' ? [...named, ...base] : named;
    const { total } = await this.services.call(siteMessages.deleteSites, { filters, single: false }, context);
    if (total === 0) throw new ServiceError(typeof baseVersion === 'number' ? 'VERSION_CONFLICT' : 'SITE_NOT_FOUND');
    const undo = { method: 'POST', url: `${this.origin}/functions/v1/restore-site`, body: { id } } as const;
    return { success: true, site: { id, path }, undo };
  }
}
