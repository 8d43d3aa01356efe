import { describe, expect, it } from '@jest/globals';
import { parse } from 'parse5';
import { errorScreens } from './error-screen.js';
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
    expect(page).not.toMatch(/\b(src|href)="(?!https:\/\/haru\.example\/")/);
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
      ['SITE_EXPIRED', 410, 'SITE_EXPIRED'],
      ['SITE_STOPPED', 451, 'SITE_STOPPED'],
      ['FETCH_ERROR', 503, 'FETCH_ERROR'],
      ['UNKNOWN_ERROR', 503, 'UNKNOWN_ERROR'],
      ['NOT_ACCEPTABLE', 406, 'UNKNOWN_ERROR'],
    ]);
  });

  it('never give a page the app’s origin', () => {
    for (const [, { body, headers }] of screens) {
      expect(body.toString()).not.toContain('allow-same-origin');
      expect(headers.join()).not.toContain('allow-same-origin');
    }
  });
});
