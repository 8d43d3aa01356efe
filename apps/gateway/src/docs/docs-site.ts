import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import type { LimitBounds } from '../rate-limits/limit-table.js';
import { Setting } from '../settings.js';
import type { Language } from '../http-errors/program-texts.js';
import { OpenApi } from '../open-api/open-api.js';
import { type DocsPage, docsPages, docsTexts, routeGroups } from './docs-texts.js';
import { docsDocument } from './document.js';
import { errorPage } from './error-page.js';
import { limitsPage } from './limits-page.js';
import { createMarkdown, sectionsOf } from './markdown.js';
import { type ApiDocument, routesPage } from './route-pages.js';

const TEXTS = join(import.meta.dirname, '../../texts/docs');
/** The build of the command line is beside that of the gateway, in the repository and in the image. */
const COMMAND_LINE = join(import.meta.dirname, '../../../cli/dist/haru.mjs');
/** A file of the pages has a hash in its address, so browsers keep it. */
const assetFiles = { 'site.css': 'text/css', 'site.js': 'text/javascript' } as const;

export interface DocsFile {
  type: string;
  body: Buffer;
  compressed: Buffer;
  isHashed?: boolean;
}

const isPage = (name: string): name is DocsPage => docsPages.some((page) => page === name);

/** The documentation: each file is made when it is first requested, and kept. */
@Injectable()
export class DocsSite {
  private document: ApiDocument | undefined;
  private readonly files = new Map<string, DocsFile | undefined>();
  private readonly assets = Object.entries(assetFiles).map(([name, type]) => {
    const body = readFileSync(join(import.meta.dirname, 'assets', name));
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 10);
    return { name, type, body, hashedName: name.replace('.', `.${hash}.`) };
  });

  constructor(
    @Setting('PUBLIC_ORIGIN') private readonly origin: string,
    @Setting('PRODUCT_NAME') private readonly product: string,
    @Setting('limits') private readonly limits: LimitBounds,
    private readonly openApi: OpenApi,
  ) {}

  /** Returns the file at `/docs/FOLDER/NAME`, if there is one. */
  file(folder: string, name: string): DocsFile | undefined {
    const path = `${folder}/${name}`;
    const known = this.files.get(path);
    if (known) return known;
    const made = folder === 'assets' ? this.asset(name) : this.page(folder, name);
    // Unknown names are not kept, because clients can request any number of them.
    if (made) this.files.set(path, made);
    return made;
  }

  notFound(language: Language): DocsFile {
    const { notFound, notFoundAdvice, titles } = docsTexts[language];
    const start = `<p><a href="/docs/${language}/quick-start">${titles['quick-start']}</a></p>`;
    const body = `<h1>${notFound}</h1><p>${notFoundAdvice}</p>${start}`;
    return fileOf('text/html', this.html(language, { title: notFound, body }));
  }

  /** Returns the Markdown of a page. */
  markdown(language: Language, page: DocsPage): string {
    const { origin } = this;
    if (page === 'errors') return errorPage(language);
    if (page === 'limits') return limitsPage(language, this.limits);
    const group = routeGroups.find((name) => page === `routes-${name}`);
    if (group) return routesPage(this.api(), { group, language, origin, summaries: summariesIn(language) });
    const text = readFileSync(join(TEXTS, language, `${page}.md`), 'utf8');
    return text.replaceAll('{{origin}}', origin);
  }

  private asset(name: string): DocsFile | undefined {
    if (name === 'haru.mjs' && existsSync(COMMAND_LINE)) return fileOf('text/javascript', readFileSync(COMMAND_LINE));
    const asset = this.assets.find(({ hashedName }) => hashedName === name);
    return asset && { ...fileOf(asset.type, asset.body), isHashed: true };
  }

  private page(language: string, name: string): DocsFile | undefined {
    if (language !== 'en' && language !== 'ja') return undefined;
    if (name === 'search.json') return fileOf('application/json', this.searchIndex(language));
    const [, page = '', suffix = ''] = /^([\w-]+)(\.md)?$/.exec(name) ?? [];
    if (!isPage(page)) return undefined;
    const source = this.markdown(language, page);
    if (suffix) return fileOf('text/markdown', source);
    const markdown = createMarkdown(docsTexts[language].link);
    const sections = sectionsOf(markdown, source);
    const title = sections[0]?.title ?? '';
    return fileOf('text/html', this.html(language, { page, title, body: markdown.render(source), sections }));
  }

  private searchIndex(language: Language): string {
    const markdown = createMarkdown('');
    const rows = docsPages.flatMap((page) => {
      const sections = sectionsOf(markdown, this.markdown(language, page));
      return sections.map(({ id, title, text }) => [page, id, title, text.replace(/\s+/g, ' ').trim()]);
    });
    return JSON.stringify(rows);
  }

  private html(
    language: Language,
    content: Omit<Parameters<typeof docsDocument>[0], 'language' | 'origin' | 'product' | 'assets'>,
  ) {
    const assets = Object.fromEntries(this.assets.map(({ name, hashedName }) => [name, `/docs/assets/${hashedName}`]));
    const { origin, product } = this;
    return docsDocument({ ...content, language, origin, product, assets });
  }

  private api(): ApiDocument {
    this.document ??= this.openApi.document() as ApiDocument;
    return this.document;
  }
}

/** English summaries are in the document. */
function summariesIn(language: Language): Record<string, string> {
  if (language === 'en') return {};
  return JSON.parse(readFileSync(join(TEXTS, language, 'routes.json'), 'utf8')) as Record<string, string>;
}

/** The best quality would block the gateway for 0.2 s at a page's first request, and saves a tenth. */
const compression = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

function fileOf(type: string, content: string | Buffer): DocsFile {
  const body = Buffer.from(content);
  return { type: `${type}; charset=utf-8`, body, compressed: brotliCompressSync(body, compression) };
}
