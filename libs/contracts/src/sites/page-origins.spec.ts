import { describe, expect, it } from '@jest/globals';
import { PageOrigins, pageOriginsEnv, pageOriginsFault } from './page-origins.js';

const pages = new PageOrigins('https://{path}.pages.example');
const local = new PageOrigins('http://p-{path}.localhost:3000/');

describe('PageOrigins', () => {
  it('gives each path an origin', () => {
    expect(pages.originOf('my-page')).toBe('https://my-page.pages.example');
    expect(local.originOf('my-page')).toBe('http://p-my-page.localhost:3000');
    expect(local.source).toBe('http://*.localhost:3000');
    expect(new PageOrigins('HTTPS://{path}.Pages.example:443').originOf('abc')).toBe('https://abc.pages.example');
  });

  it.each(['-ab', 'ab-', 'xn--abc', 'a.b', '', 'a/b', 'a@b', 'A'])(
    'has none for %j, which is no host’s name',
    (path) => {
      expect(pages.originOf(path)).toBeUndefined();
    },
  );

  it.each([
    ['my-page.pages.example', { kind: 'page', path: 'my-page' }],
    ['MY-page.Pages.Example:443', { kind: 'page', path: 'my-page' }],
    ['my-page.pages.example:8443', { kind: 'no-page' }],
    ['my-page.pages.example.', { kind: 'no-page' }],
    ['a.b.pages.example', { kind: 'no-page' }],
    ['-ab.pages.example', { kind: 'no-page' }],
    ['x@y.pages.example', { kind: 'no-page' }],
    ['.pages.example', { kind: 'no-page' }],
    ['pages.example', { kind: 'other' }],
    ['haru.example', { kind: 'other' }],
    ['my-page.pages.example.evil.example', { kind: 'other' }],
    ['[::1]:3000', { kind: 'other' }],
    ['', { kind: 'other' }],
    [undefined, { kind: 'other' }],
  ])('reads the host %j as %j', (host, role) => expect(pages.roleOf(host)).toEqual(role));

  it('compares the port where there is one', () => {
    expect(local.roleOf('p-abc.localhost:3000')).toEqual({ kind: 'page', path: 'abc' });
    expect(local.roleOf('p-abc.localhost')).toEqual({ kind: 'no-page' });
    expect(local.roleOf('abc.localhost:3000')).toEqual({ kind: 'other' });
  });

  it.each([
    'https://pages.example',
    'https://pages.{path}.example',
    'https://{path}',
    'https://{path}.{path}.example',
    'https://-{path}.example',
    'https://{path}.pages.example/x',
    'https://user@{path}.pages.example',
    'https://{path}.pages.example:99999',
    'ftp://{path}.pages.example',
    '{path}.pages.example',
  ])('refuses the pattern %s', (pattern) => {
    expect(pageOriginsEnv.safeParse(pattern).success).toBe(false);
  });

  it('may be left out', () => expect(pageOriginsEnv.parse(undefined)).toBeUndefined());

  it('may not cover the app’s own host', () => {
    expect(pageOriginsFault(pages, 'https://haru.pages.example')).toContain('haru.pages.example');
    expect(pageOriginsFault(pages, 'https://a.haru.pages.example:8443')).toBeDefined();
    expect(pageOriginsFault(pages, 'https://pages.example')).toBeUndefined();
    expect(pageOriginsFault(local, 'http://localhost:3000')).toBeUndefined();
    expect(pageOriginsFault(undefined, 'https://haru.example')).toBeUndefined();
  });
});
