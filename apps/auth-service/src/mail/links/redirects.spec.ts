import { pageAddressesOf } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { Redirects } from './redirects.js';

const redirectsOf = (addresses: Parameters<typeof pageAddressesOf>[0], allowList: string[]) =>
  new Redirects(pageAddressesOf(addresses), allowList);

const [appOrigin, pagesOrigin] = ['https://haru.example', 'https://haru-pages.example'];
const redirects = redirectsOf({ PUBLIC_ORIGIN: appOrigin, PAGES_ORIGIN: pagesOrigin }, [
  'https://*.preview.example/**',
  'https://app.example/back/*',
]);
const local = redirectsOf({ PUBLIC_ORIGIN: 'http://127.0.0.1:3000', PAGES_ORIGIN: 'http://127.0.0.1:3001' }, []);
const widelyOpen = redirectsOf(
  { PUBLIC_ORIGIN: appOrigin, PAGES_ORIGIN: pagesOrigin, VIEWER_ORIGIN_PATTERN: 'https://{path}.haru.pages' },
  ['https://**'],
);

describe('Redirects', () => {
  it.each([
    'https://haru.example/',
    'https://haru.example/?view=dashboard#y',
    'https://haru.example/dashboard',
    'https://haru.example/admin/',
    'https://haru.example/auth/confirm?x=1#y',
    'https://haru.example/auth/reset-password',
    'https://one.preview.example/any/where?q=1',
    'https://app.example/back/here',
  ])('allows %s', (url) => {
    expect(redirects.allowed(url)).toBe(url);
    expect(redirects.choose(url)).toBe(url);
  });

  it.each([
    'https://evil.example/',
    'http://haru.example/',
    'https://haru.example:8443/',
    'https://haru.example@evil.example/',
    'https://haru.example.evil.example/',
    'https://evil.example/https://haru.example/',
    'https://a.b.preview.example/',
    'https://app.example/back/here/there',
    'https://appxexample/back/here',
    'https://haru-pages.example/',
    'http://127.0.0.1:5173/here',
    'https://haru.example/auth/callback',
    'https://haru.example/storage/v1/object/public/html-sites/x.html',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://localhost.evil.example/',
    'javascript:alert(1)',
    'com.example.app://back',
    '//evil.example/',
    '/relative',
    'https:\\\\haru.example\\',
    'https://haru.example\\@evil.example/',
    'https://haru.example/ space',
    `https://haru.example/${'x'.repeat(2048)}`,
    '',
  ])('falls back to the product for %s', (url) => {
    expect(redirects.allowed(url)).toBeUndefined();
    expect(redirects.choose(url)).toBe('https://haru.example');
  });
});

describe('Redirects beside a product on this machine', () => {
  it.each(['http://127.0.0.1:3000/', 'http://127.0.0.1:5173/here', 'http://[::1]:5173/'])('allows %s', (url) => {
    expect(local.allowed(url)).toBe(url);
  });

  it.each([
    'http://127.0.0.1:3000/here',
    'http://127.0.0.2:3000/functions/v1/serve-site?path=x',
    'http://127.0.0.1:3001/',
    'http://127.0.0.1:3001/x',
  ])('refuses %s', (url) => {
    expect(local.allowed(url)).toBeUndefined();
  });
});

describe('addresses of published pages', () => {
  const paths = [
    '/share/x',
    '/share',
    '/site/x',
    '/SHARE/x',
    '//share/x',
    '/./share/x',
    '/x/../share/x',
    '/%2e%2e/share/x',
    '/%73hare/x',
    '/%2573hare/x',
    '/sh%61re/x?a=/',
    '/%2fshare/x',
    '/x%2f..%2fshare/x',
    '/%5cshare/x',
    '/share%2fx',
    '/share;a/x',
    '/%ff/share/x',
  ];

  it.each(paths)('are refused on the product and on other ports of it: %s', (path) => {
    expect(redirects.choose(`https://haru.example${path}`)).toBe('https://haru.example');
    for (const origin of ['https://haru.example', 'https://haru.example:8443', 'https://haru.example.']) {
      expect(widelyOpen.allowed(origin + path)).toBeUndefined();
    }
    for (const origin of ['http://127.0.0.1:3000', 'http://127.0.0.1:3001', 'http://[::1]:3001']) {
      expect(local.allowed(origin + path)).toBeUndefined();
    }
  });

  it.each([
    'https://x.haru.pages/',
    'https://X.haru.pages/',
    'https://x.haru.pages:8443/',
    'https://x.haru.pages./',
    'https://haru-pages.example/',
    'https://haru-pages.example:8443/x',
    'http://haru-pages.example./',
  ])('are refused on hosts of pages, whatever the operator allows: %s', (url) => {
    expect(widelyOpen.allowed('https://elsewhere.example/share/x')).toBe('https://elsewhere.example/share/x');
    expect(widelyOpen.allowed(url)).toBeUndefined();
  });
});
