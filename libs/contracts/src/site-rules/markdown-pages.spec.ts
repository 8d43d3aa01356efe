import { describe, expect, it } from '@jest/globals';
import { markdownPagesOf } from './markdown-pages.js';

const pagesOf = (...paths: string[]) =>
  markdownPagesOf(paths.map((path) => ({ path, bytes: 1 }))).map(({ source, path }) => `${source.path} > ${path}`);

describe('markdownPagesOf', () => {
  it.each([
    [
      ['docs/guide.md', 'note.markdown'],
      ['docs/guide.md > docs/guide.html', 'note.markdown > note.html'],
    ],
    [['guide.md', 'GUIDE.HTML'], []],
    [
      ['README.md', 'sub/readme.md'],
      ['README.md > index.html', 'sub/readme.md > sub/index.html'],
    ],
    [['README.md', 'index.html'], ['README.md > README.html']],
    [
      ['README.md', 'index.md'],
      ['index.md > index.html', 'README.md > README.html'],
    ],
    [['README.md', 'readme.html'], []],
    [['a.md', 'a.markdown'], ['a.md > a.html']],
    [['app.js', 'md', '.md/x'], []],
  ])('%j: %j', (paths, pages) => expect(pagesOf(...paths)).toEqual(pages));

  it('leaves out a file that is too large to be rendered', () => {
    expect(markdownPagesOf([{ path: 'a.md', bytes: 1_048_577 }])).toEqual([]);
  });
});
