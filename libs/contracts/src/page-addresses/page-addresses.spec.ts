import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { pageAddressesEnv, refinePageAddresses } from './page-addresses-env.js';
import { PageAddresses } from './page-addresses.js';

const shared = new PageAddresses({ appOrigin: 'https://haru.example', pagesOrigin: 'https://haru-pages.example' });
const own = new PageAddresses({
  appOrigin: 'https://haru.example',
  pagesOrigin: 'https://haru-pages.example',
  pattern: 'https://{path}.pages.example',
});
const local = new PageAddresses({
  appOrigin: 'http://localhost:3000',
  pagesOrigin: 'http://localhost:3001',
  pattern: 'http://{path}.localhost:3001',
});

describe('PageAddresses', () => {
  it('gives the final address of a page', () => {
    expect(shared.urlOf('my-page')).toBe('https://haru-pages.example/share/my-page');
    expect(shared.urlOf('abcd-')).toBe('https://haru-pages.example/share/abcd-');
    expect(own.urlOf('my-page')).toBe('https://my-page.pages.example/');
    expect(own.urlOf('abcd-')).toBe('https://page-with-the-path-abcd--0.pages.example/');
    expect(own.urlOf('../x')).toBe('https://haru-pages.example/share/..%2Fx');
  });

  it('gives only pages that need one an origin of their own where this is set', () => {
    const needed = new PageAddresses({
      ...{ appOrigin: 'http://localhost:3000', pagesOrigin: 'http://localhost:3001' },
      ...{ pattern: 'http://{path}.pages.localhost:3001', ownOriginsFor: 'needed' },
    });
    expect(needed.urlOf('my-page')).toBe('http://localhost:3001/share/my-page');
    expect(needed.urlOf('my-page', true)).toBe('http://my-page.pages.localhost:3001/');
    expect(needed.sharedUrlOf('my-page')).toBe('http://localhost:3001/share/my-page');
    expect(shared.urlOf('my-page', true)).toBe('https://haru-pages.example/share/my-page');
  });

  it.each([
    ['/share/my-page?a=/b', 'https://my-page.pages.example/?a=/b'],
    ['/share/my-page/', 'https://my-page.pages.example/'],
    ['/site/my-page/docs/a%20b.html?x', 'https://my-page.pages.example/docs/a%20b.html?x'],
    ['/share/my-page/../x', 'https://my-page.pages.example/'],
    ['/share/my-page/%2e%2e/x', 'https://my-page.pages.example/'],
    ['/share/../x', 'https://haru-pages.example/share/-'],
    ['/share', 'https://haru-pages.example/share/'],
    ['/share/my-page~a_Key-1', 'https://my-page.pages.example/~a_Key-1'],
    ['/share/my-page%7Ea_Key-1', 'https://my-page.pages.example/~a_Key-1'],
    ['/share/my-page~.evil.example', 'https://haru-pages.example/share/'],
  ])('redirects %s to %s', (target, location) => expect(own.locationOf(target)).toBe(location));

  it('redirects to a file on the shared host', () =>
    expect(shared.locationOf('/site/my-page/a/b?x')).toBe('https://haru-pages.example/share/my-page/a/b?x'));

  it('redirects to a secret page on the shared host', () =>
    expect(shared.locationOf('/share/my-page~key/a?x')).toBe('https://haru-pages.example/share/my-page~key/a?x'));

  it('names what frames may show', () => {
    expect(shared.frameSources).toEqual(['https://haru-pages.example']);
    expect(own.frameSources).toEqual(['https://haru-pages.example', 'https://*.pages.example']);
  });

  it.each([
    ['my-page.pages.example', { kind: 'page', path: 'my-page' }],
    ['MY-page.Pages.Example:443', { kind: 'page', path: 'my-page' }],
    ['my-page.pages.example:8443', { kind: 'no-page' }],
    [`preview-${'a1'.repeat(16)}.pages.example`, { kind: 'preview', name: 'a1'.repeat(16) }],
    [`preview-${'a1'.repeat(17)}.pages.example`, { kind: 'no-page' }],
    ['preview-abc.pages.example', { kind: 'page', path: 'preview-abc' }],
    ['my-page.pages.example.', { kind: 'no-page' }],
    ['a.b.pages.example', { kind: 'no-page' }],
    ['-ab.pages.example', { kind: 'no-page' }],
    ['x@y.pages.example', { kind: 'no-page' }],
    ['.pages.example', { kind: 'no-page' }],
    ['haru-pages.example', { kind: 'pages-host' }],
    ['Haru-Pages.example:443', { kind: 'pages-host' }],
    ['haru-pages.example:8443', { kind: 'no-page' }],
    ['haru-pages.example.', { kind: 'no-page' }],
    ['haru.example', { kind: 'app' }],
    ['HARU.example:443', { kind: 'app' }],
    ['haru.example.:8443', { kind: 'app' }],
    ['pages.example', { kind: 'other' }],
    ['my-page.pages.example.evil.example', { kind: 'other' }],
    ['127.0.0.1:3000', { kind: 'other' }],
    ['[::1]:3000', { kind: 'other' }],
    ['', { kind: 'other' }],
    [undefined, { kind: 'other' }],
  ])('reads the host %j as %j', (host, role) => expect(own.roleOf(host)).toEqual(role));

  it('tells app and pages apart by their port where they share this machine', () => {
    expect(local.roleOf('localhost:3001')).toEqual({ kind: 'pages-host' });
    expect(local.roleOf('localhost:3000')).toEqual({ kind: 'app' });
    expect(local.roleOf('localhost')).toEqual({ kind: 'app' });
    expect(local.roleOf('abc.localhost:3001')).toEqual({ kind: 'page', path: 'abc' });
    expect(local.roleOf('abc.localhost:3000')).toEqual({ kind: 'no-page' });
    expect(local.roleOf('127.0.0.1:3001')).toEqual({ kind: 'other' });
  });

  it('knows the origins of pages', () => {
    for (const origin of ['https://haru-pages.example', 'https://abc.pages.example', 'http://abc.pages.example:81']) {
      expect(own.isPageOrigin(origin)).toBe(true);
    }
    for (const origin of ['https://haru.example', 'https://elsewhere.example', 'null', '', 'https://pages.example']) {
      expect(own.isPageOrigin(origin)).toBe(false);
    }
    expect(local.isPageOrigin('http://localhost:3001')).toBe(true);
    expect(local.isPageOrigin('http://abc.localhost:3001')).toBe(true);
    expect(local.isPageOrigin('http://localhost:3000')).toBe(false);
  });
});

const environment = z
  .object({ PUBLIC_ORIGIN: z.string(), ...pageAddressesEnv })
  .superRefine((env, context) => refinePageAddresses(env, context));

function faultsOf(app: string, pages: string | undefined, pattern?: string): string[] {
  const read = environment.safeParse({ PUBLIC_ORIGIN: app, PAGES_ORIGIN: pages, VIEWER_ORIGIN_PATTERN: pattern });
  return read.success ? [] : read.error.issues.map(({ path }) => path.join('.'));
}

describe('the environment of page addresses', () => {
  it.each([
    ['https://haru.example', 'https://haru-pages.example', undefined],
    ['https://haru.example', 'https://haru-pages.example/', 'https://{path}.haru-pages.example'],
    ['http://localhost:3000', 'http://localhost:3001', 'http://{path}.localhost:3001'],
    ['http://localhost:3000', 'http://127.0.0.1:3001', ''],
    ['http://haru.localhost', 'http://haru-pages.localhost', undefined],
    ['http://[::1]:3000', 'http://[::1]:3001', undefined],
    ['http://192.168.0.2', 'http://192.168.0.3', undefined],
  ])('takes the app at %s, pages at %s and %s', (app, pages, pattern) => {
    expect(faultsOf(app, pages, pattern)).toEqual([]);
  });

  it.each([
    ['https://haru.example', undefined],
    ['https://haru.example', ''],
    ['https://haru.example', 'haru-pages.example'],
    ['https://haru.example', 'ftp://haru-pages.example'],
    ['https://haru.example', 'https://haru.example'],
    ['https://haru.example', 'http://HARU.example:8443'],
    ['https://haru.example', 'https://haru.example.'],
    ['https://haru.example', 'https://pages.haru.example'],
    ['https://app.haru.example', 'https://haru.example'],
    ['http://192.168.0.2:3000', 'http://192.168.0.2:3001'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://localhost', 'http://pages.localhost'],
  ])('refuses, with the app at %s, pages at %s', (app, pages) => {
    expect(faultsOf(app, pages)).toEqual(['PAGES_ORIGIN']);
  });

  it.each([
    ['https://haru.example', 'https://{path}.haru.example'],
    ['https://haru.example', 'https://{path}.pages.haru.example'],
    ['https://app.pages.example', 'https://{path}.pages.example'],
    ['https://a.app.pages.example:8443', 'https://{path}.pages.example'],
    ['http://localhost:3000', 'http://{path}.localhost:3000'],
    ['https://haru.example', 'https://{path}.other.example'],
    ['https://haru.example', 'https://pages.example'],
  ])('refuses, with the app at %s, the pattern %s', (app, pattern) => {
    expect(faultsOf(app, 'https://pages.other.example', pattern)).toEqual(['VIEWER_ORIGIN_PATTERN']);
  });
});
