import {
  agentUrl,
  formatOfName,
  type PageFormat,
  publishedByProgramAnswerSchema,
  publishQuerySchema,
  ServiceError,
  uploadMessages,
  versionTag,
} from '@haru/contracts';
import { applyDecorators, Controller, Param, Post, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import { Access, Http, type HttpCall } from '../../access/access.js';
import { Setting } from '../../settings.js';
import { asksForJson } from '../../http-errors/api-dialects.js';
import { RefusesBrowsers } from '../../http/browser-requests.js';
import {
  callHeadersOf,
  idempotencyHeadersSchema,
  pagePasswordHeadersSchema,
  pagePasswordOf,
  sourceHeadersSchema,
} from '../../http/call-headers.js';
import { contentOf, pageBodyTypes, TakesPage } from '../../http/page-body.js';
import { Calls, Documented } from '../../open-api/documented.js';
import { proofHeadersSchema } from '../../proofs/proofs.js';
import { RateLimit } from '../../rate-limits/rate-limit.guard.js';
import { pageIn, type PageText } from '../page-in-text.js';
import { PublishPage, publishForProgramMessages } from '../publish-page.js';
import { SentArchives } from './sent-archives.js';

type PublishQuery = z.output<typeof publishQuerySchema>;
type PublishedByProgram = z.output<typeof publishedByProgramAnswerSchema>;

const Publishes = (summary: string): MethodDecorator =>
  applyDecorators(
    Access('caller', 'publish'),
    RefusesBrowsers(),
    TakesPage(),
    RateLimit('publish'),
    Calls(...publishForProgramMessages, uploadMessages.createUpload),
    Documented({
      summary,
      headers: idempotencyHeadersSchema
        .extend(sourceHeadersSchema.shape)
        .extend(proofHeadersSchema.shape)
        .extend(pagePasswordHeadersSchema.shape),
      refusals: [
        'PROOF_REQUIRED',
        'BROWSER_NOT_ALLOWED',
        'HTML_NOT_UTF8',
        'SEVERAL_PAGES',
        'FORM_FILE_MISSING',
        'FORM_SEVERAL_FILES',
        'ROUTE_NOT_FOUND',
      ],
      query: publishQuerySchema,
      body: z.string().describe('The page in UTF-8, or a ZIP archive of its files.'),
      bodyTypes: pageBodyTypes,
      answer: publishedByProgramAnswerSchema,
      mediaTypes: ['text/plain', 'application/json'],
      status: 201,
    }),
  );

/**
 * `curl` publishes at the address of the app: `--data-binary @page.html`, `-F file=@page.html` or `-T page.html`, and the
 * same with a ZIP archive.
 */
@Controller()
export class PublishFileHttpController {
  constructor(
    private readonly publishPage: PublishPage,
    private readonly archives: SentArchives,
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
  ) {}

  @Post()
  @Publishes('Publishes the body, and answers the address of the page on one line, or everything as JSON.')
  publishBody(@Query() query: PublishQuery, @Http() http: HttpCall): Promise<PublishedByProgram | string> {
    return this.publish(query, http);
  }

  @Put()
  @Publishes('Does the same for curl -T -, which sends standard input.')
  publishInput(@Query() query: PublishQuery, @Http() http: HttpCall): Promise<PublishedByProgram | string> {
    return this.publish(query, http);
  }

  @Put(':file')
  @Publishes(
    'Does the same for curl -T page.html, which sends the name of the file. A name that ends in .md says that the page is Markdown. A ZIP archive is named .zip.',
  )
  publishFile(
    @Param('file') file: string,
    @Query() query: PublishQuery,
    @Http() http: HttpCall,
  ): Promise<PublishedByProgram | string> {
    // Other names do not name a page, and their addresses stay free for other uses.
    const format = formatOfName(file);
    if (format === undefined && !/\.zip$/i.test(file)) throw new ServiceError('ROUTE_NOT_FOUND');
    return this.publish(query, http, format);
  }

  private async publish(
    { path, format, ...query }: PublishQuery,
    http: HttpCall,
    named?: PageFormat,
  ): Promise<PublishedByProgram | string> {
    const { request, reply } = http;
    const call = { http, ...callHeadersOf(request) };
    const settings = { ...query, custom_path: path, password: pagePasswordOf(request) };
    const content = await contentOf(request);
    const page = 'archive' in content ? content : pageInBody(content.text, format, named ?? content.format);
    const { site, editKey } = await ('archive' in page
      ? this.archives.publish(page.archive, { ...call, body: settings }, request.context)
      : this.publishPage.publishForProgram(
          { ...call, body: { ...settings, html_content: page.text, format: page.format } },
          request.context,
        ));
    void reply.headers({ location: site.url, etag: versionTag(1) });
    const steps = 'steps' in page ? page.steps : undefined;
    if (steps) void reply.header('page-steps', steps.join(', '));
    const agent = editKey === undefined ? undefined : agentUrl(this.origin, editKey);
    if (agent !== undefined) void reply.header('link', `<${agent}>; rel="edit"`);
    if (asksForJson(request.headers)) return { success: true, site, steps, edit_key: editKey, agent_url: agent };
    void reply.header('content-type', 'text/plain; charset=utf-8');
    return `${site.url}\n`;
  }
}

/**
 * A page is taken out of an assistant's answer as on the screen for pasting.
 * @param asked the text is taken as it is then
 * @param named the format of the file's name or type. Programs give the one of HTML to any text.
 */
function pageInBody(text: string, asked: PageFormat | undefined, named: PageFormat | undefined): PageText {
  const given = { text, format: asked ?? named };
  if ((given.format ?? 'html') !== 'html' || asked) return given;
  const read = pageIn(text);
  return read.steps ? read : given;
}
