import {
  type ArchiveAddress,
  eraseVersionAnswerSchema,
  FILES_PATH,
  type LabelVersionAnswer,
  type PageAddresses,
  type RequestContext,
  settingsOf,
  type SiteFileAnswer,
  type SiteVersionAnswer,
  type SiteVersionsAnswer,
  type UpdatedSite,
  type UpdateSiteAnswer,
  versionMessages,
  versionRoutes,
  versionTag,
} from '@haru/contracts';
import { RequestClient } from '@haru/messaging';
import { Body, Controller, Query, Res, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { PageAnswers } from '../admission/page-answers.js';
import { Context, Http, type HttpCall } from '../access/access.js';
import { Setting } from '../settings.js';
import {
  baseVersionOf,
  callHeadersOf,
  idempotencyHeadersSchema,
  idempotencyKeyOf,
  ifMatchHeadersSchema,
  readIfMatch,
  sourceHeadersSchema,
} from '../http/call-headers.js';
import { streamedJson } from '../http/streamed-json.js';
import { Calls } from '../open-api/documented.js';
import { type BodyOf, type QueryOf, Route } from '../open-api/route.js';
import { RateLimit } from '../rate-limits/rate-limit.guard.js';
import { ownSiteOf } from './own-site.js';
import { proofHeadersSchema } from '../proofs/proofs.js';
import { PublishCharges } from './publish-charges.js';

const changeHeadersSchema = ifMatchHeadersSchema
  .extend(idempotencyHeadersSchema.shape)
  .extend(proofHeadersSchema.shape);

/** Windows allows no name of a file to have these. */
const FORBIDDEN_IN_NAMES = /[\\/:*?"<>|]/g;

/** Owners change the content of their pages here and see the resulting versions. */
@Controller()
export class VersionsHttpController {
  constructor(
    private readonly services: RequestClient,
    private readonly charges: PublishCharges,
    private readonly pages: PageAnswers,
    @Setting('addresses') private readonly addresses: PageAddresses,
  ) {}

  @Route(versionRoutes.updateSite, {
    summary: 'Gives a page another content; If-Match or base_version names the version that was edited.',
    headers: changeHeadersSchema.extend(sourceHeadersSchema.shape),
    refusals: ['PROOF_REQUIRED'],
  })
  @RateLimit('publish')
  @Calls(versionMessages.updateSite)
  async updateSite(
    @Body() body: BodyOf<typeof versionRoutes.updateSite>,
    @Http() http: HttpCall,
  ): Promise<UpdateSiteAnswer> {
    const change = {
      id: body.id,
      htmlContent: body.html_content ?? '',
      uploadId: body.upload_id ?? undefined,
      format: body.format ?? undefined,
      label: body.label ?? undefined,
      ...settingsOf(body),
      baseVersion: baseVersionOf(readIfMatch(http.request.headers['if-match']), body.base_version),
      ...callHeadersOf(http.request),
    };
    const message = versionMessages.updateSite;
    const { site } = await this.charges.counted({ http, text: change.htmlContent, refusals: message.errors }, () =>
      this.services.call(message, change, http.request.context),
    );
    return this.answerTo(site, http.reply);
  }

  @Route(versionRoutes.restoreVersion, {
    summary: 'Makes a new version with the content of an old one.',
    headers: changeHeadersSchema,
    refusals: ['PROOF_REQUIRED'],
  })
  @RateLimit('publish')
  @Calls(versionMessages.restoreVersion)
  async restoreVersion(
    @Body() body: BodyOf<typeof versionRoutes.restoreVersion>,
    @Http() http: HttpCall,
  ): Promise<UpdateSiteAnswer> {
    const { id, version } = body;
    const baseVersion = baseVersionOf(readIfMatch(http.request.headers['if-match']), body.base_version);
    const idempotencyKey = idempotencyKeyOf(http.request);
    // Nothing is charged for bytes: the page's arrived when it was published.
    const message = versionMessages.restoreVersion;
    const { site } = await this.charges.counted({ http, refusals: message.errors }, () =>
      this.services.call(message, { id, version, baseVersion, idempotencyKey }, http.request.context),
    );
    return this.answerTo(site, http.reply);
  }

  @Route(versionRoutes.listVersions, { summary: 'The versions of an own page, newest first.' })
  @Calls(versionMessages.listVersions)
  async listVersions(
    @Query() query: QueryOf<typeof versionRoutes.listVersions>,
    @Context() context: RequestContext,
  ): Promise<SiteVersionsAnswer> {
    return { success: true, ...(await this.services.call(versionMessages.listVersions, query, context)) };
  }

  @Route(versionRoutes.getVersion, { summary: 'A version of an own page, as it was pasted.' })
  @RateLimit('pageReads')
  @Calls(versionMessages.getVersion)
  async getVersion(
    @Query() query: QueryOf<typeof versionRoutes.getVersion>,
    @Context() context: RequestContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SiteVersionAnswer | StreamableFile> {
    const {
      version: found,
      htmlContent,
      files,
    } = await this.pages.call(versionMessages.getVersion, query, context, reply);
    const { version, title, created_at, source, label, format } = found;
    void reply.header('etag', versionTag(version));
    const named = { id: query.id, version, title, created_at, source, label, ...(format ? { format } : {}) };
    return streamedJson({
      success: true,
      site: { ...named, html_content: htmlContent, files },
    });
  }

  @Route(versionRoutes.getFile, { summary: 'The address of a file of a version, from which its bytes can be read.' })
  @RateLimit('pageReads')
  @Calls(versionMessages.getFile)
  async getFile(
    @Query() query: QueryOf<typeof versionRoutes.getFile>,
    @Context() context: RequestContext,
  ): Promise<SiteFileAnswer> {
    const { file, ticket, expiresAt } = await this.services.call(versionMessages.getFile, query, context);
    const url = this.downloadUrl(ticket, file.path.split('/').at(-1) ?? '');
    return { success: true, file: { ...file, url, expires_at: expiresAt } };
  }

  @Route(versionRoutes.getArchive, { summary: 'The address of a ZIP archive with all files of a version.' })
  @RateLimit('pageReads')
  @Calls(versionMessages.getArchive)
  async getArchive(
    @Query() query: QueryOf<typeof versionRoutes.getArchive>,
    @Context() context: RequestContext,
  ): Promise<ArchiveAddress> {
    const { title, ...given } = await this.services.call(versionMessages.getArchive, query, context);
    return this.archiveAnswer(given, `${title.replaceAll(FORBIDDEN_IN_NAMES, '-')}.zip`);
  }

  @Route(versionRoutes.getAccountArchive, {
    summary: 'The address of a ZIP archive with all pages of the account, their versions and rows.',
  })
  @RateLimit('pageReads')
  @Calls(versionMessages.getAccountArchive)
  async getAccountArchive(@Context() context: RequestContext): Promise<ArchiveAddress> {
    return this.archiveAnswer(await this.services.call(versionMessages.getAccountArchive, {}, context), 'pages.zip');
  }

  @Route(versionRoutes.labelVersion, { summary: 'Labels a version, which is then kept, or takes its label away.' })
  @Calls(versionMessages.labelVersion)
  async labelVersion(
    @Body() body: BodyOf<typeof versionRoutes.labelVersion>,
    @Context() context: RequestContext,
  ): Promise<LabelVersionAnswer> {
    return { success: true, ...(await this.services.call(versionMessages.labelVersion, body, context)) };
  }

  @Route(versionRoutes.eraseVersion, { summary: 'Deletes an old version.' })
  @Calls(versionMessages.eraseVersion)
  async eraseVersion(
    @Body() body: BodyOf<typeof versionRoutes.eraseVersion>,
    @Context() context: RequestContext,
  ): Promise<z.output<typeof eraseVersionAnswerSchema>> {
    await this.services.call(versionMessages.eraseVersion, body, context);
    return { success: true };
  }

  private archiveAnswer(given: { ticket: string; expiresAt: string }, name: string): ArchiveAddress {
    return { success: true, archive: { url: this.downloadUrl(given.ticket, name), expires_at: given.expiresAt } };
  }

  private downloadUrl(ticket: string, name: string): string {
    return `${this.addresses.appOrigin}${FILES_PATH}${ticket}/${encodeURIComponent(name)}`;
  }

  private answerTo(site: UpdatedSite, reply: FastifyReply): UpdateSiteAnswer {
    const { version, isChanged } = site;
    void reply.header('etag', versionTag(version));
    return { success: true, site: { ...ownSiteOf(site, this.addresses), version, is_changed: isChanged } };
  }
}
