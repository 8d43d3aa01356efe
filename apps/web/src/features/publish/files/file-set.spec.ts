import { expect, it } from '@jest/globals';
import type { PageFile } from '../../files/page-file.js';
import { fileSetOf, ownFileAt, withoutFile } from './file-set.js';

const fileOf = (path: string): PageFile => ({ path, bytes: 1, content: new Blob([path]) });
const setOf = (...paths: string[]) => fileSetOf({ own: paths.map(fileOf), leftOut: [], hasText: false });

it.each([
  [
    ['about.html', 'a.png'],
    ['about.html', 'a.png'],
  ],
  [
    ['a.png', 'b.png'],
    ['a.png', 'b.png'],
  ],
  [
    ['index.htm', 'a.png'],
    ['index.html', 'a.png'],
  ],
])('removes only what was added, of %j', async (paths, removable) => {
  const set = await setOf(...paths);
  expect(set.files.filter(({ path }) => ownFileAt(set, path)).map(({ path }) => path)).toEqual(removable);
});

it('keeps the others when a file is removed', async () => {
  const left = await withoutFile(await setOf('about.html', 'other.html', 'a.png'), 'about.html');
  expect(left?.own.map(({ path }) => path)).toEqual(['other.html', 'a.png']);
  expect(left?.files.map(({ path }) => path)).toEqual(['index.html', 'other.html', 'a.png']);
  expect(await withoutFile(await setOf('index.htm'), 'index.html')).toBeUndefined();
});
