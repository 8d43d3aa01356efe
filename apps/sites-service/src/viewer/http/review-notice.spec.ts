import type { IncomingMessage, ServerResponse } from 'node:http';
import { PageAddresses } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import type { SiteState } from '../../sites/site-visibility.js';
import { ReviewNotice } from './review-notice.js';

const state = { storagePath: 'a page' } as SiteState;

function noticeOf(pagesOrigin: string, pattern?: string) {
  const addresses = new PageAddresses({ appOrigin: 'https://haru.example', pagesOrigin, pattern });
  return new ReviewNotice(['k'.repeat(32)], addresses);
}

/** On own origins a target begins with the file. */
const isOwn = (target: string) => !target.startsWith('/share/');

function headerOf(notice: ReviewNotice, target: string, name: string): string {
  let headers: string[] = [];
  const response = { writeHead: (_status: number, sent: string[]) => ((headers = sent), { end: () => undefined }) };
  notice.continue(state, target, response as unknown as ServerResponse, isOwn(target));
  return headers[headers.indexOf(name) + 1] ?? '';
}

const cookieOf = (notice: ReviewNotice, target: string) => headerOf(notice, target, 'Set-Cookie');

const hasContinued = (notice: ReviewNotice, cookie: string, isOwnHost: boolean) =>
  notice.hasContinued(state, { method: 'GET', headers: { cookie } } as IncomingMessage, isOwnHost);

describe('the cookie of a visitor who continued', () => {
  it.each([
    [
      'an own origin over https',
      'https://pages.example',
      'https://{path}.pages.example',
      '/?a=b',
      /^__Host-.*; Path=\/; .*; Secure$/,
    ],
    [
      'an own origin without TLS',
      'http://localhost:1',
      'http://{path}.localhost:1',
      '/?a=b',
      /^haru-continued=.*; Path=\/; (?!.*Secure)/,
    ],
    [
      'the shared host',
      'https://pages.example',
      undefined,
      '/share/x?a=b',
      /^haru-continued=.*; Path=\/share\/x; .*; Secure$/,
    ],
    [
      'the shared host beside own origins',
      'https://pages.example',
      'https://{path}.pages.example',
      '/share/x/y?a=b',
      /^haru-continued=.*; Path=\/share\/x; .*; Secure$/,
    ],
  ])('on %s', (_where, origin, pattern, target, expected) => {
    const notice = noticeOf(origin, pattern);
    const cookie = cookieOf(notice, target);
    expect(cookie).toMatch(expected);
    expect(hasContinued(notice, `x=y; ${cookie.split(';', 1)[0]}`, isOwn(target))).toBe(true);
  });

  it('counts on an own origin only under the name that no sibling page can set', () => {
    const notice = noticeOf('https://pages.example', 'https://{path}.pages.example');
    const [, value = ''] = /=([^;]+)/.exec(cookieOf(notice, '/')) ?? [];
    expect(hasContinued(notice, `haru-continued=${value}`, true)).toBe(false);
  });

  it('is never sent with a redirect to another host', () => {
    const notice = noticeOf('https://pages.example', 'https://{path}.pages.example');
    expect(headerOf(notice, '//evil.example/x?a=b', 'Location')).toBe('/evil.example/x?a=b');
    expect(headerOf(notice, '/docs/?a=//b', 'Location')).toBe('/docs/?a=//b');
  });
});
