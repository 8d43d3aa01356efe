import { Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Access } from '../access/access.js';
import { languageOf } from '../http-errors/program-texts.js';
import { Documented } from '../open-api/documented.js';
import { type DocsFile, DocsSite } from './docs-site.js';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const FIRST_PAGE = 'quick-start';
const document = { answer: z.string(), mediaTypes: ['text/html'] };

/** The documentation for people, in English and Japanese. */
@Controller('docs')
export class DocsHttpController {
  constructor(private readonly site: DocsSite) {}

  @Get()
  @Access('open')
  @Documented({ summary: 'Redirects to the documentation in the language of Accept-Language.', status: 302 })
  docs(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    redirect(`${languageOf(request.headers['accept-language'])}/${FIRST_PAGE}`, reply);
  }

  /** Browsers keep the fragment, such as the code of an error. */
  @Get(':page')
  @Access('open')
  @Documented({
    summary: 'Redirects to this page of the documentation in the language of Accept-Language.',
    status: 302,
  })
  docsPage(@Param('page') page: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const isLanguage = page === 'en' || page === 'ja';
    const language = isLanguage ? page : languageOf(request.headers['accept-language']);
    redirect(`${language}/${isLanguage ? FIRST_PAGE : encodeURIComponent(page)}`, reply);
  }

  @Get(':folder/:file')
  @Access('open')
  @Header('content-security-policy', POLICY)
  @Documented({ summary: 'A page of the documentation; with .md at its end, as Markdown.', ...document })
  docsFile(
    @Param('folder') folder: string,
    @Param('file') name: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    const file = this.site.file(folder, name);
    if (file) return send(file, 200, request, reply);
    send(this.site.notFound(folder === 'ja' ? 'ja' : 'en'), 404, request, reply);
  }
}

function redirect(to: string, reply: FastifyReply): void {
  void reply.headers({ vary: 'accept-language', 'cache-control': 'no-cache' }).redirect(`/docs/${to}`, 302);
}

function send(
  { type, body, compressed, isHashed }: DocsFile,
  status: number,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const takesBrotli = /\bbr\b/.test(String(request.headers['accept-encoding'] ?? ''));
  void reply
    .status(status)
    .headers({
      'content-type': type,
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=300',
      vary: 'accept-encoding',
      ...(takesBrotli ? { 'content-encoding': 'br' } : {}),
    })
    .send(takesBrotli ? compressed : body);
}
