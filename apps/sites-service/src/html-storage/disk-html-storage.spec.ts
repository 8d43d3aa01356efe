import { randomUUID } from 'node:crypto';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryDirectory, type TemporaryDirectory } from '@haru/testing';
import { makeArtifact, storagePathOf } from './artifact.js';
import { DiskHtmlStorage } from './disk-html-storage.js';

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

  it('gives back what was written: the same bytes three times', async () => {
    const artifact = await storage.read(await written());
    expect(artifact?.identity.equals(bytes)).toBe(true);
    expect(gunzipSync(artifact?.gzip ?? '').equals(bytes)).toBe(true);
    expect(brotliDecompressSync(artifact?.br ?? '').equals(bytes)).toBe(true);
  });

  it('leaves nothing but the three files, written by one or by many at once', async () => {
    const storagePath = storagePathOf(randomUUID(), bytes);
    const artifact = await makeArtifact(bytes);
    await Promise.all(Array.from({ length: 10 }, () => storage.write(storagePath, artifact)));
    const name = storagePath.split('/')[1] ?? '';
    const files = await readdir(join(directory.path, storagePath.split('/')[0] ?? ''));
    expect(files.sort()).toEqual([name, `${name}.br`, `${name}.gz`]);
  });

  it.each(['', '.gz', '.br'])('counts an artifact without its %j file as missing', async (suffix) => {
    const storagePath = await written();
    expect(await storage.has(storagePath)).toBe(true);
    await rm(join(directory.path, storagePath + suffix));
    expect(await storage.has(storagePath)).toBe(false);
    expect(await storage.read(storagePath)).toBeUndefined();
  });

  it('removes an artifact and its folder, and does not mind doing it twice', async () => {
    const storagePath = await written();
    await storage.remove(storagePath);
    await storage.remove(storagePath);
    expect(await storage.read(storagePath)).toBeUndefined();
    expect(await readdir(directory.path)).not.toContain(storagePath.split('/')[0]);
  });

  it.each(['../../etc/passwd', '/etc/passwd', '', 'x.html', `${randomUUID()}/../x.html`, `${randomUUID()}/x.html`])(
    'refuses the name %j',
    async (name) => {
      await writeFile(join(directory.path, 'x.html'), 'secret');
      await expect(storage.read(name)).rejects.toThrow('not a storage path');
      await expect(storage.write(name, await makeArtifact(bytes))).rejects.toThrow('not a storage path');
      await expect(storage.remove(name)).rejects.toThrow('not a storage path');
    },
  );
});
