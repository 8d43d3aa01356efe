import { defaultPublishLimits as limits } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { BlobReader, TextWriter, ZipReader } from '@zip.js/zip.js';
import { bodyOf } from './content.js';

describe('the files of a page', () => {
  const file = (path: string) => ({ path, text: `text of ${path}` });

  it('are sent as an archive, and hidden ones are named', async () => {
    const { page, left_out } = await bodyOf({ files: ['index.html', '夏/a.css', '.env'].map(file) }, limits);
    const entries = await new ZipReader(new BlobReader(new Blob([Buffer.from(page)]))).getEntries();
    const texts = entries.map(async (entry) => [
      entry.filename,
      entry.directory ? '' : await entry.getData(new TextWriter()),
    ]);
    expect(Object.fromEntries(await Promise.all(texts))).toEqual({
      'index.html': 'text of index.html',
      '夏/a.css': 'text of 夏/a.css',
    });
    expect(left_out).toEqual(['.env']);
  });

  it.each([
    [['index.html', 'INDEX.html'], 'FILE_PATHS_EQUAL'],
    [['index.html', '../a.js'], 'FILE_PATH_INVALID'],
    [['.env'], 'TREE_EMPTY'],
  ])('%j are refused: %s', async (paths, code) => {
    await expect(bodyOf({ files: paths.map(file) }, limits)).rejects.toMatchObject({ code });
  });
});
