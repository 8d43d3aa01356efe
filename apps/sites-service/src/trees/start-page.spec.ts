import type { TreeFile } from '@haru/contracts';
import { expect, it } from '@jest/globals';
import { listOf, withStartPage } from './start-page.js';

const fileOf = (path: string): TreeFile => ({
  path,
  hash: path,
  type: /\.html?$/i.test(path) ? 'text/html' : 'text/plain',
  bytes: 1,
});

it.each([
  [['index.html', 'INDEX.htm'], 'index.html'],
  [['a.html', 'Index.HTML'], 'Index.HTML'],
  [['a.html', 'index.htm'], 'index.htm'],
  [['b.html', 'a.html', 'docs/0.html'], 'a.html'],
  [['docs/page.html'], 'docs/page.html'],
  [['readme.txt', 'docs/index.html'], undefined],
])('of %p visitors see %p first', (paths, first) => {
  const files = withStartPage(paths.map(fileOf));
  expect(files?.find(({ path }) => path === 'index.html')?.hash).toBe(first);
  expect(new Set(files?.map(({ path }) => path.toLowerCase())).size).toBe(files?.length ?? 0);
});

it('files without a page at the top are listed', () => {
  expect(listOf([fileOf('docs/<a> b.html')])).toContain('<a href="docs/%3Ca%3E%20b.html">docs/&lt;a&gt; b.html</a>');
});
