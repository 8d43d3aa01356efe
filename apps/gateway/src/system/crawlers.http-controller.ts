import { ownScreens } from '@haru/contracts';
import { Controller, Get, Header } from '@nestjs/common';
import { Access } from '../access/access.js';
import { Setting } from '../settings.js';
import { Documented } from '../open-api/documented.js';

const pathsOf = (searched: boolean) =>
  Object.values(ownScreens).flatMap(({ path, isSearched }) => (isSearched === searched ? path : []));
const SEARCHED = ['/', ...pathsOf(true), '/docs/ja/quick-start', '/docs/en/quick-start'];
/** A line leaves out all addresses that begin with it, so only what stands before a second part is named. */
const NOT_SEARCHED = new Set(pathsOf(false).map((path) => path.replace(/^(\/\w+\/).*/, '$1')));

/** Search engines request these. Both name the app's address, so they cannot be files of the web app. */
@Controller()
export class CrawlersHttpController {
  constructor(@Setting('PUBLIC_ORIGIN') private readonly origin: string) {}

  @Get('robots.txt')
  @Access('open')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  @Documented({ summary: 'Which screens of the app search engines leave out (RFC 9309).' })
  robotsTxt(): string {
    const rules = [...NOT_SEARCHED].map((path) => `Disallow: ${path}`);
    return ['User-agent: *', ...rules, '', `Sitemap: ${this.origin}/sitemap.xml`, ''].join('\n');
  }

  @Get('sitemap.xml')
  @Access('open')
  @Header('content-type', 'application/xml; charset=utf-8')
  @Header('cache-control', 'public, max-age=3600')
  @Documented({ summary: 'The screens of the app for search engines. Published pages are not listed.' })
  sitemap(): string {
    const urls = SEARCHED.map((path) => `  <url><loc>${this.origin}${path}</loc></url>`);
    return [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
      ...urls,
      '</urlset>',
      '',
    ].join('\n');
  }
}
