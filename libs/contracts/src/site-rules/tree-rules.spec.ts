import { expect, it } from '@jest/globals';
import { placeFiles } from './brought-files.js';
import { defaultPublishLimits } from './publish-limits.js';
import { treeFault } from './tree-rules.js';

const faultOf = (...paths: string[]) =>
  treeFault(
    paths.map((path) => ({ path, bytes: 1 })),
    defaultPublishLimits,
  );

it.each([
  [['a', 'a/b.html'], 'a'],
  [['a/b.html', 'A'], 'A'],
  [['a/b/c/d.html', 'a/b'], 'a/b'],
])('refuses a file that has the name of a folder: %j', (paths, path) => {
  expect(faultOf(...paths)).toEqual({ code: 'FILE_PATHS_EQUAL', path });
});

it('allows a file whose name only begins like that of a folder', () => {
  expect(faultOf('a/b.html', 'a.html', 'b/a/b.html')).toBeUndefined();
});

it.each([
  [
    ['site/a.html', 'site/b.html'],
    ['a.html', 'b.html'],
  ],
  [['./a.html'], ['a.html']],
  [['../a.html'], ['../a.html']],
  [['/a.html'], ['/a.html']],
])('removes a folder around everything, but none that leads elsewhere: %j', (names, paths) => {
  expect(placeFiles(names.map((name) => ({ name }))).files.map(({ path }) => path)).toEqual(paths);
});
