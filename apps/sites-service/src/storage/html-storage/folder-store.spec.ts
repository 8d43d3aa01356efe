import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryDirectory, type TemporaryDirectory } from '@haru/testing';
import { contentHashOf, DamagedArtifact, makeArtifact, storagePathOf } from './artifact.js';
import { FolderStore } from './folder-store.js';
import { HtmlStorage } from './html-storage.js';

/** Only what a folder has is tested here; the rest is tested on every storage alike. */
describe('FolderStore', () => {
  const bytes = Buffer.from('<h1>やあ</h1>'.repeat(100));
  const hash = contentHashOf(storagePathOf(randomUUID(), bytes)) ?? '';
  let directory: TemporaryDirectory;
  let storage: HtmlStorage;

  beforeAll(async () => {
    directory = await temporaryDirectory('haru-storage-spec-');
    storage = new HtmlStorage(new FolderStore(directory.path));
  });
  afterAll(() => directory.remove());

  it('leaves exactly one file, written by one or by several concurrent writers', async () => {
    const storagePath = storagePathOf(randomUUID(), bytes);
    const artifact = await makeArtifact(bytes);
    await Promise.all(Array.from({ length: 10 }, () => storage.write(storagePath, artifact)));
    expect(await readdir(join(directory.path, hash.slice(0, 3)))).toEqual([`${hash}.html.artifact`]);
  });

  it('reports a folder as damaged, and removes it', async () => {
    const storagePath = storagePathOf(randomUUID(), bytes);
    const folder = join(directory.path, hash.slice(0, 3), `${hash}.html.artifact`);
    await storage.remove(storagePath);
    const listed = async () => {
      for await (const stored of storage.list()) if (stored.id === hash) return stored;
      return undefined;
    };
    await mkdir(join(folder, 'x'), { recursive: true });
    expect(await storage.has(storagePath)).toBe(false);
    await expect(storage.read(storagePath)).rejects.toThrow(DamagedArtifact);
    expect(await listed()).toEqual({ id: hash, hasArtifact: false, hasRemains: true });
    await storage.removeAllOf(hash, storagePath);
    expect(await listed()).toBeUndefined();
    await mkdir(join(folder, 'x'), { recursive: true });
    await storage.remove(storagePath);
    expect(await listed()).toBeUndefined();
  });

  it('removes what an interrupted write of a manifest left, but not while it may be under way', async () => {
    await storage.writeManifest('abc', Buffer.from('x'));
    const folder = join(directory.path, 'manifests', 'ab');
    const [left, recent] = ['abc.1.tmp', 'abc.2.tmp'].map((name) => join(folder, name));
    for (const file of [left, recent]) await writeFile(file ?? '', 'x');
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(left ?? '', twoHoursAgo, twoHoursAgo);
    const paths: string[] = [];
    for await (const path of storage.listManifests()) paths.push(path);
    expect(paths).toEqual(['abc']);
    expect(await readdir(folder)).toEqual(['abc', 'abc.2.tmp']);
  });

  it('leaves other files in its folder alone', async () => {
    await writeFile(join(directory.path, 'x.html'), 'secret');
    await expect(storage.read('x.html')).rejects.toThrow('not a storage path');
    await expect(storage.read(`${randomUUID()}/../x.html`)).rejects.toThrow('not a storage path');
  });
});
