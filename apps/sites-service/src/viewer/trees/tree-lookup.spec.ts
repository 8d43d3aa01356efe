import type { TreeFile } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { findInTree } from './tree-lookup.js';

const page = { hash: '0'.repeat(64), type: 'text/html', bytes: 1 };

function treeOf(...paths: string[]): Map<string, TreeFile> {
  return new Map(paths.map((path) => [path, { path, ...page }]));
}

const look = (files: Map<string, TreeFile>, address: string, isNavigation = true) => {
  const found = findInTree(files, address, isNavigation);
  if (found?.kind === 'redirect') return `to ${found.path}`;
  return found && `${found.status} ${found.file.path}`;
};

const site = treeOf(
  ...['index.html', 'about.html', 'docs/index.html', 'docs/a b.html', 'assets/app.js', 'empty/x.txt'],
  ...['both.html', 'both/index.html', '写真/桜.png', '\\evil.example/index.html', '404.html'],
);

describe('findInTree', () => {
  it.each([
    ['/', '200 index.html'],
    ['/index.html', '200 index.html'],
    ['/about', '200 about.html'],
    ['/about.html', '200 about.html'],
    ['/about/', 'to about'],
    ['/docs', 'to docs/'],
    ['/docs/', '200 docs/index.html'],
    ['/docs/index', '200 docs/index.html'],
    ['/docs/a%20b', '200 docs/a b.html'],
    ['/both', '200 both.html'],
    ['/both/', '200 both/index.html'],
    ['/assets/app.js', '200 assets/app.js'],
    [`/${encodeURIComponent('写真')}/${encodeURIComponent('桜')}.png`, '200 写真/桜.png'],
    ['/%5Cevil.example', 'to %5Cevil.example/'],
    ['//docs', '404 404.html'],
    ['/docs//', '404 404.html'],
    ['/empty/', '404 404.html'],
    ['/empty', '404 404.html'],
    ['/About', '404 404.html'],
    ['/../about.html', '404 404.html'],
    ['/%', '404 404.html'],
    ['/%00', '404 404.html'],
  ])('%s is %s', (address, found) => expect(look(site, address)).toBe(found));

  it('finds a name in another Unicode form', () =>
    expect(look(treeOf('が.html'), `/${encodeURIComponent('が'.normalize('NFD'))}`)).toBe('200 が.html'));

  it('leaves unknown addresses to the program of the page', () => {
    const program = treeOf('index.html', '200.html', '404.html');
    expect(look(program, '/deep/link')).toBe('200 200.html');
    expect(look(program, '/missing.png', false)).toBeUndefined();
    expect(look(program, '/.well-known/acme-challenge/token')).toBeUndefined();
    const build = treeOf('index.html', 'assets/app.js');
    expect(look(build, '/deep/link')).toBe('200 index.html');
    for (const missing of ['/missing.html', '/deep/missing.html']) expect(look(build, missing)).toBeUndefined();
    expect(look(build, '/deep/link', false)).toBeUndefined();
  });

  it('shows index.htm of a folder without index.html', () => {
    const old = treeOf('index.html', 'docs/index.htm', 'both/index.htm', 'both/index.html');
    expect(look(old, '/docs')).toBe('to docs/');
    expect(look(old, '/docs/')).toBe('200 docs/index.htm');
    expect(look(old, '/both/')).toBe('200 both/index.html');
  });

  it('finds nothing in a tree without a start page', () => {
    expect(look(treeOf('a/b.html'), '/')).toBeUndefined();
    expect(look(treeOf('a/b.html'), '/a/')).toBeUndefined();
    expect(look(treeOf('.html'), '/')).toBeUndefined();
  });

  it('shows the page of a Markdown file to who follows a link to it, and its text to scripts', () => {
    const files = treeOf('README.md', 'docs/guide.md', 'docs/guide.html');
    files.set('index.html', { path: 'index.html', ...page, renderedFrom: 'README.md' });
    expect(look(files, '/README.md')).toBe('200 index.html');
    expect(look(files, '/README.md', false)).toBe('200 README.md');
    expect(look(files, '/docs/guide.md')).toBe('200 docs/guide.md');
  });
});
