import { describe, expect, it } from '@jest/globals';
import { parse } from 'parse5';
import { errorScreens, ExpiredScreens } from './error-screen.js';
import { PAGE_SANDBOX } from '../headers/page-security.js';

const screens = Object.entries(errorScreens('https://haru.example'));

function headersOf(list: string[]): Record<string, string> {
  const names = list.filter((_, index) => index % 2 === 0);
  return Object.fromEntries(names.map((name, index) => [name.toLowerCase(), list[index * 2 + 1] ?? '']));
}

describe('errorScreens', () => {
  it.each(screens)('%s: a small page that loads nothing, sandboxed, not kept', (_, { body, headers }) => {
    const page = body.toString();
    expect(body.length).toBeLessThan(10 * 1024);
    expect(page).not.toMatch(/\b(src|href)="(?!https:\/\/haru\.example\/(?:report|\?view=dashboard)?")/);
    expect(page).not.toContain('url(');
    expect(headersOf(headers)).toMatchObject({
      'content-security-policy': PAGE_SANDBOX,
      'content-length': String(body.length),
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
    });
    const problems: string[] = [];
    parse(page, { onParseError: ({ code }) => problems.push(code) });
    expect(problems).toEqual([]);
  });

  it('have their status and code', () => {
    const seen = screens.map(([name, { status, body }]) => [
      name,
      status,
      /<code id="code">(\w+)/.exec(body.toString())?.[1],
    ]);
    expect(seen).toEqual([
      ['SITE_NOT_FOUND', 404, 'SITE_NOT_FOUND'],
      ['PATH_MISSING', 404, 'SITE_NOT_FOUND'],
      ['FILE_NOT_FOUND', 404, 'SITE_NOT_FOUND'],
      ['SITE_EXPIRED', 410, 'SITE_EXPIRED'],
      ['PREVIEW_EXPIRED', 410, 'PREVIEW_EXPIRED'],
      ['SITE_STOPPED', 451, 'SITE_STOPPED'],
      ['FETCH_ERROR', 503, 'FETCH_ERROR'],
      ['UNKNOWN_ERROR', 503, 'UNKNOWN_ERROR'],
      ['NOT_ACCEPTABLE', 406, 'UNKNOWN_ERROR'],
    ]);
  });

  it('say since when a page is expired, and until when its owner can restore it', () => {
    const screen = errorScreens('https://haru.example').SITE_EXPIRED;
    const expired = new ExpiredScreens('https://haru.example');
    const { status, headers, body } = expired.at(new Date('2026-11-12T15:04:05.000Z'));
    expect(expired.at(new Date('2026-11-12T15:04:05.000Z')).body).toBe(body);
    const html = body.toString();
    const readable = html.replaceAll('\u2060', '').replaceAll('\u00a0', ' ');
    for (const text of ['2026年11月13日 0:04（日本時間）に終了しました', '2026年12月13日 0:04（日本時間）まで']) {
      // On the screen, from which its script reads it for a retry.
      expect(readable.split(text)).toHaveLength(2);
    }
    expect(html).toContain(['2026', '年', '11', '月', '13', '日\u00a00:04', '（日本時間）', 'に'].join('\u2060'));
    expect(status).toBe(410);
    expect(body.length).toBeLessThan(10 * 1024);
    expect(headersOf(headers)).toMatchObject({
      ...headersOf(screen.headers),
      'content-length': String(body.length),
    });
  });

  it('tell visitors whom to ask, and lead home first where another try is of no use', () => {
    const { SITE_EXPIRED, FETCH_ERROR, UNKNOWN_ERROR, ...others } = errorScreens('https://haru.example');
    const advice = /<p id="advice">([^<]*)<\/p>/.exec(SITE_EXPIRED.body.toString())?.[1];
    expect(advice).toMatch(/^ご覧になりたい方は、作成者にご連絡ください。\n作成者はマイページから/);
    const isFinal = ({ body }: { body: Buffer }) => body.includes('<main id="problem" class="final">');
    expect([FETCH_ERROR, UNKNOWN_ERROR].some(isFinal)).toBe(false);
    const order = ({ body }: { body: Buffer }) => [...body.toString().matchAll(/id="retry"|class="home"/g)].map(String);
    expect(order(SITE_EXPIRED)).toEqual(['class="home"', 'id="retry"']);
    expect(order(FETCH_ERROR)).toEqual(['id="retry"', 'class="home"']);
    expect(isFinal(SITE_EXPIRED) && isFinal(others.SITE_NOT_FOUND) && isFinal(others.SITE_STOPPED)).toBe(true);
  });

  it('link to the report of a page only where one may be published', () => {
    const reportable = screens.filter(([, { body }]) =>
      body.includes(
        '<a id="report" class="quiet" href="https://haru.example/report" target="_top">このページを通報</a>',
      ),
    );
    expect(reportable.map(([name]) => name)).toEqual(['FILE_NOT_FOUND', 'FETCH_ERROR', 'UNKNOWN_ERROR']);
  });

  it.each(screens)('%s shows the brand, which screen readers skip', (_, { body }) => {
    expect(body.toString()).toContain('<p class="brand" aria-hidden="true">貼</p>');
  });

  it('never give a page the app’s origin', () => {
    for (const [, { body, headers }] of screens) {
      expect(body.toString()).not.toContain('allow-same-origin');
      expect(headers.join()).not.toContain('allow-same-origin');
    }
  });
});
