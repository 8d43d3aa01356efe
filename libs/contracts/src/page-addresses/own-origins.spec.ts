import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { OwnOrigins } from './own-origins.js';

const pages = new OwnOrigins('https://{path}.pages.example');
const local = new OwnOrigins('http://p-{path}.localhost:3001/');

describe('OwnOrigins', () => {
  it('gives each path an origin', () => {
    expect(pages.originOf('my-page')).toBe('https://my-page.pages.example');
    expect(local.originOf('my-page')).toBe('http://p-my-page.localhost:3001');
    expect(local.source).toBe('http://*.localhost:3001');
    expect(local.domain).toBe('localhost');
    expect(new OwnOrigins('HTTPS://{path}.Pages.example:443').originOf('abc')).toBe('https://abc.pages.example');
  });

  it.each(['abcd-', '-abcd', 'xx--x', 'xn--abc', '---', '-a-', '--------------------', '-'.repeat(3)])(
    'wraps %j, which is no label',
    (path) => {
      const name = new URL(pages.originOf(path) ?? '').hostname.replace('.pages.example', '');
      expect(name).toBe(`page-with-the-path-${path}-0`);
      expect(name.length).toBeGreaterThan(20);
      expect(pages.roleOf(`${name}.pages.example`, '', false)).toEqual({ kind: 'page', path });
    },
  );

  it('has one host for each path and one path for each host, whatever the shape', () => {
    for (const origins of [pages, local, new OwnOrigins('https://a{path}b.pages.example')]) {
      const seen = new Set<string>();
      for (const path of shapes()) {
        const origin = origins.originOf(path) ?? '';
        const { hostname, port, origin: read } = new URL(origin);
        expect(read).toBe(origin);
        const [label = ''] = hostname.split('.');
        expect(label).toMatch(/^(?!..--)[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/);
        expect(origins.roleOf(hostname, port, false)).toEqual({ kind: 'page', path });
        seen.add(hostname);
      }
      expect(seen.size).toBe(shapes().length);
    }
  });

  it.each(['a.b', '', 'a/b', 'a@b', 'A', 'ab', 'a'.repeat(21)])('has none for %j, which no site has', (path) => {
    expect(pages.originOf(path)).toBeUndefined();
  });

  it('shows a page that needs no wrapping only without', () => {
    expect(pages.roleOf('page-with-the-path-abc-0.pages.example', '', false)).toEqual({ kind: 'no-page' });
    expect(pages.roleOf('page-with-the-path--0.pages.example', '', false)).toEqual({ kind: 'no-page' });
    expect(pages.roleOf('abcd-.pages.example', '', false)).toEqual({ kind: 'no-page' });
  });

  it('lets a script read the path from the name of its host', () => {
    for (const origins of [pages, local]) {
      const read = (name: string) => runInNewContext(origins.pathExpression('name'), { name }) as unknown;
      for (const path of shapes()) expect(read(new URL(origins.originOf(path) ?? '').hostname)).toBe(path);
    }
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
    `https://${'a'.repeat(30)}{path}.pages.example`,
    'ftp://{path}.pages.example',
    '{path}.pages.example',
  ])('refuses the pattern %s', (pattern) => {
    expect(() => new OwnOrigins(pattern)).toThrow('must look like https://{path}.pages.example');
  });
});

/** Makes every path up to five characters, which differ by where hyphens stand among letters and digits, and long ones. */
function shapes(): string[] {
  const paths: string[] = [];
  for (let length = 3; length <= 20; length += length < 8 ? 1 : 6) {
    const masks = Math.min(2 ** length, 256);
    for (let mask = 0; mask < masks; mask++) {
      // Hyphens stand at the front and, with the reversed mask, at the end.
      const path = Array.from({ length }, (_, at) => ((mask >> at) & 1 ? '-' : 'ab7x'.charAt(at % 4))).join('');
      paths.push(path, [...path].reverse().join(''));
    }
  }
  return [...new Set(paths)];
}
