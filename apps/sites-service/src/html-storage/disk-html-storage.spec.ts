import { randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryDirectory, type TemporaryDirectory } from '@haru/testing';
import { makeArtifact, storagePathOf } from './artifact.js';
import { DiskHtmlStorage } from './disk-html-storage.js';

/** What only a folder has; the rest is tested on every storage alike. */
describe('DiskHtmlStorage', () => {
  const bytes = Buffer.from('<h1>やあ</h1>'.repeat(100));
  let directory: TemporaryDirectory;
  let storage: DiskHtmlStorage;

  beforeAll(async () => {
    directory = await temporaryDirectory('haru-storage-spec-');
    storage = new DiskHtmlStorage(directory.path);
  });
  afterAll(() => directory.remove());

  it('leaves nothing but the one file, written by one or by many at once', async () => {
    const storagePath = storagePathOf(randomUUID(), bytes);
    const artifact = await makeArtifact(bytes);
    await Promise.all(Array.from({ length: 10 }, () => storage.write(storagePath, artifact)));
    expect(await readdir(join(directory.path, storagePath.slice(0, 3)))).toEqual([
      `${storagePath.replace('/', '.')}.artifact`,
    ]);
  });

  it('does not reach what lies in its folder under another name', async () => {
    await writeFile(join(directory.path, 'x.html'), 'secret');
    await expect(storage.read('x.html')).rejects.toThrow('not a storage path');
    await expect(storage.read(`${randomUUID()}/../x.html`)).rejects.toThrow('not a storage path');
  });
});
