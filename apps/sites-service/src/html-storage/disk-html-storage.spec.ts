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

  const written = async (): Promise<string> => {
    const storagePath = storagePathOf(randomUUID(), bytes);
    await storage.write(storagePath, await makeArtifact(bytes));
    return storagePath;
  };

  it('leaves nothing but the one file, written by one or by many at once', async () => {
    const storagePath = storagePathOf(randomUUID(), bytes);
    const artifact = await makeArtifact(bytes);
    await Promise.all(Array.from({ length: 10 }, () => storage.write(storagePath, artifact)));
    const files = await readdir(join(directory.path, storagePath.split('/')[0] ?? ''));
    expect(files).toEqual([`${storagePath.split('/')[1]}.artifact`]);
  });

  it('removes an artifact and its folder, and does not mind doing it twice', async () => {
    const storagePath = await written();
    await storage.remove(storagePath);
    await storage.remove(storagePath);
    expect(await storage.read(storagePath)).toBeUndefined();
    expect(await readdir(directory.path)).not.toContain(storagePath.split('/')[0]);
  });

  it('does not reach what lies in its folder under another name', async () => {
    await writeFile(join(directory.path, 'x.html'), 'secret');
    await expect(storage.read('x.html')).rejects.toThrow('not a storage path');
    await expect(storage.read(`${randomUUID()}/../x.html`)).rejects.toThrow('not a storage path');
  });
});
