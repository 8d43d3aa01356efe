import { expect, it } from '@jest/globals';
import type { PageFile } from '../../files/page-file.js';
import { changedFiles } from './changed-files.js';

const fileOf = (path: string, sha256: string): PageFile => ({
  path,
  bytes: 1,
  content: { sha256, load: () => Promise.resolve(new Blob()) },
});

it('lists what was added, changed and removed, and no other file', () => {
  const before = [fileOf('same.css', '1'), fileOf('changed.js', '2'), fileOf('removed.png', '3')];
  const after = [fileOf('added.svg', '3'), fileOf('changed.js', '4'), fileOf('same.css', '1')];
  const kinds = changedFiles(before, after).map(({ path, before: old, after: current }) => [
    path,
    old?.path,
    current?.path,
  ]);
  expect(kinds).toEqual([
    ['added.svg', undefined, 'added.svg'],
    ['changed.js', 'changed.js', 'changed.js'],
    ['removed.png', 'removed.png', undefined],
  ]);
});
