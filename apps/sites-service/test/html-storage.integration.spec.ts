import { hash, randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { freePort, startProxy, startS3, temporaryDirectory, type TestS3, waitFor } from '@haru/testing';
import { contentHashOf, makeArtifact, storagePathOf, DamagedArtifact } from '../src/storage/html-storage/artifact.js';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage, type StoredContent } from '../src/storage/html-storage/html-storage.js';
import { StorageRefusal } from '../src/storage/html-storage/object-store.js';
import { S3Bucket } from '../src/storage/html-storage/s3-bucket.js';

/** A test changes the storage through `Fixture` without its code. */
interface Fixture {
  storage: HtmlStorage;
  put(name: string, content?: Buffer): Promise<void>;
  close(): Promise<void>;
}

const BUCKET = 'html-sites';
const s3Options = (s3: TestS3) => ({ ...s3, region: 'us-east-1', bucket: BUCKET });

async function onDisk(): Promise<Fixture> {
  const directory = await temporaryDirectory('haru-storage-');
  const fileOf = (name: string) => join(directory.path, 'html', name.slice(0, 3), name.replace('/', '.'));
  return {
    storage: new HtmlStorage(new FolderStore(join(directory.path, 'html'))),
    async put(name, content = Buffer.from('x')) {
      const isManifest = name.startsWith('manifests/');
      const file = isManifest ? join(directory.path, 'html', name.replace(/\/(..)/, '/$1/$1')) : fileOf(name);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    },
    close: () => directory.remove(),
  };
}

async function onS3(): Promise<Fixture> {
  const s3 = await startS3();
  const s3Bucket = new S3Bucket(s3Options(s3));
  const storage = new HtmlStorage(s3Bucket);
  const { endpoint, accessKeyId, secretAccessKey } = s3;
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  return {
    storage,
    async put(name, content = Buffer.from('x')) {
      await client.send(new PutObjectCommand({ Bucket: BUCKET, Key: name, Body: content }));
    },
    async close() {
      client.destroy();
      s3Bucket.close();
      await s3.stop();
    },
  };
}

describe.each([
  ['a folder', onDisk],
  ['an S3 server', onS3],
])('HtmlStorage on %s', (_, start) => {
  const bytes = Buffer.from('<h1>やあ</h1>'.repeat(100));
  let fixture: Fixture;
  let storage: HtmlStorage;

  beforeAll(async () => {
    fixture = await start();
    storage = fixture.storage;
    await storage.prepare();
  }, 60_000);
  afterAll(() => fixture.close());

  const written = async (siteId: string = randomUUID(), content = bytes): Promise<string> => {
    const storagePath = storagePathOf(siteId, content);
    await storage.write(storagePath, await makeArtifact(content));
    return storagePath;
  };
  const listed = async (): Promise<StoredContent[]> => {
    const all: StoredContent[] = [];
    for await (const site of storage.list()) all.push(site);
    return all;
  };
  const listedOf = async (id: string) => (await listed()).find((stored) => stored.id === id);
  const hashOf = (storagePath: string) => contentHashOf(storagePath) ?? '';
  const unique = () => Buffer.from(`<h1>${randomUUID()}</h1>`);

  it('can be prepared twice', async () => {
    const storagePath = await written();
    await storage.prepare();
    expect(await storage.has(storagePath)).toBe(true);
  });

  it('returns what was written: the same bytes in three encodings', async () => {
    const artifact = await storage.read(await written());
    expect(artifact?.identity.equals(bytes)).toBe(true);
    expect(gunzipSync(artifact?.gzip ?? '').equals(bytes)).toBe(true);
    expect(brotliDecompressSync(artifact?.br ?? '').equals(bytes)).toBe(true);
  });

  it('holds a page of 1 MiB', async () => {
    const large = Buffer.from('あa'.repeat(262_144));
    const artifact = await storage.read(await written(randomUUID(), large));
    expect(artifact?.identity.equals(large)).toBe(true);
  });

  it('has one complete artifact for a content, written for one site or for many concurrently', async () => {
    const content = unique();
    const storagePaths = await Promise.all(Array.from({ length: 10 }, () => written(randomUUID(), content)));
    const id = hashOf(storagePaths[0] ?? '');
    expect(await listedOf(id)).toEqual({ id, hasArtifact: true, hasRemains: false });
    for (const storagePath of storagePaths)
      expect((await storage.read(storagePath))?.identity.equals(content)).toBe(true);
  });

  it('has no artifact in what is none', async () => {
    const storagePath = storagePathOf(randomUUID(), unique());
    expect(await storage.has(storagePath)).toBe(false);
    await fixture.put(`${hashOf(storagePath)}/html.artifact`);
    await expect(storage.read(storagePath)).rejects.toThrow(DamagedArtifact);
  });

  it('reads no more than an artifact or a manifest may have of what others put there', async () => {
    const large = Buffer.alloc(16 * 1024 * 1024);
    await fixture.put('manifests/large', large);
    const storagePath = storagePathOf(randomUUID(), unique());
    await fixture.put(`${hashOf(storagePath)}/html.artifact`, large);
    const { length = 0 } = (await storage.readManifest('large')) ?? [];
    expect(length).toBeGreaterThan(4 * 1024);
    expect(length).toBeLessThan(256 * 1024);
    await expect(storage.read(storagePath)).rejects.toThrow(DamagedArtifact);
    await storage.removeManifest('large');
    await storage.remove(storagePath);
  });

  it('removes an artifact, also twice', async () => {
    const storagePath = await written(randomUUID(), unique());
    await storage.remove(storagePath);
    await storage.remove(storagePath);
    expect(await storage.read(storagePath)).toBeUndefined();
    expect(await listedOf(hashOf(storagePath))).toBeUndefined();
  });

  it('removes all that is kept under an id but the artifact that stays, then all of it, and nothing of others', async () => {
    const [present, other] = [await written(randomUUID(), unique()), await written(randomUUID(), unique())];
    const id = hashOf(present);
    await fixture.put(`${id}/html.artifact.0.tmp`);
    expect(await listedOf(id)).toEqual({ id, hasArtifact: true, hasRemains: true });
    await storage.removeAllOf(id, present);
    expect(await listedOf(id)).toEqual({ id, hasArtifact: true, hasRemains: false });
    await storage.removeAllOf(id);
    await storage.removeAllOf(id);
    expect(await listedOf(id)).toBeUndefined();
    expect(await storage.has(other)).toBe(true);
    await expect(storage.removeAllOf('..')).rejects.toThrow("not a content's hash");
  });

  it('lists everything in the order of the ids, over more than one portion', async () => {
    await fixture.put('not-a-site.html');
    const paths = Array.from({ length: 400 }, () => storagePathOf(randomUUID(), unique()));
    const artifact = await makeArtifact(Buffer.from('x'));
    const lanes = Array.from({ length: 8 }, async (_, lane) => {
      for (let at = lane; at < paths.length; at += 8) await storage.write(paths[at] ?? '', artifact);
    });
    await Promise.all(lanes);
    const all = await listed();
    const order = all.map(({ id }) => id);
    expect(order).toEqual(order.toSorted());
    expect(order).toEqual(expect.arrayContaining(paths.map(hashOf)));
    expect(new Set(order).size).toBe(order.length);
    const ours = new Set(paths.map(hashOf));
    const whole = all.filter(({ id }) => ours.has(id));
    expect(whole.every(({ hasArtifact, hasRemains }) => hasArtifact && !hasRemains)).toBe(true);
  }, 60_000);

  it('keeps files by their hash, reads parts of them, and lists none of them as a content', async () => {
    const bytes = Buffer.from('a file of a tree');
    const name = hash('sha256', bytes);
    expect(await storage.openFile(name)).toBeUndefined();
    await storage.writeFile(name, bytes);
    expect(await storage.readFile(name)).toEqual(bytes);
    const part = await storage.openFile(name, { start: 2, end: 5 });
    expect(Buffer.concat((await part?.toArray()) ?? []).toString()).toBe('file');
    for await (const { id } of storage.list()) expect(id).not.toBe(name);
    await storage.removeFiles([name, hash('sha256', 'another')]);
    expect(await storage.openFile(name)).toBeUndefined();
    await expect(storage.writeFile('../x', bytes)).rejects.toThrow('hash');
  });

  it('keeps a manifest for each path, in the order of the paths, apart from the artifacts', async () => {
    const paths = Array.from({ length: 60 }, (_, at) => `${['a-', 'ab', '0-'][at % 3]}${60 - at}`);
    const before = await listed();
    for (const path of paths) await storage.writeManifest(path, Buffer.from(`of ${path}`));
    await storage.writeManifest('ab59', Buffer.from('replaced'));
    expect(await listed()).toEqual(before);
    const manifests: string[] = [];
    for await (const path of storage.listManifests()) manifests.push(path);
    expect(manifests).toEqual(paths.toSorted());
    const behind: string[] = [];
    for await (const path of storage.listManifests('a-3')) behind.push(path);
    expect(behind).toEqual(manifests.filter((path) => path > 'a-3'));
    expect((await storage.readManifest('ab59'))?.toString()).toBe('replaced');
    expect((await storage.readManifest('a-60'))?.toString()).toBe('of a-60');
    await storage.removeManifest('ab59');
    await storage.removeManifest('ab59');
    expect(await storage.readManifest('ab59')).toBeUndefined();
    await expect(storage.readManifest('../../etc')).rejects.toThrow('not the path of a page');
    await expect(storage.writeManifest('a/b/c', Buffer.from(''))).rejects.toThrow('not the path of a page');
  });

  it.each(['../../etc/passwd', '/etc/passwd', '', 'x.html', `${randomUUID()}/../x.html`, `${randomUUID()}/x.html`])(
    'refuses the name %j',
    async (name) => {
      await expect(storage.read(name)).rejects.toThrow('not a storage path');
      await expect(storage.has(name)).rejects.toThrow('not a storage path');
      await expect(storage.write(name, await makeArtifact(bytes))).rejects.toThrow('not a storage path');
      await expect(storage.remove(name)).rejects.toThrow('not a storage path');
    },
  );
});

describe('storage in a bucket', () => {
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startS3();
  }, 60_000);
  afterAll(() => s3.stop());

  it('explains what to check when it may not use the bucket', async () => {
    const s3Bucket = new S3Bucket({ ...s3Options(s3), accessKeyId: 'unknown' });
    const storage = new HtmlStorage(s3Bucket);
    await expect(storage.prepare()).rejects.toThrow(StorageRefusal);
    await expect(storage.prepare()).rejects.toThrow(/S3_BUCKET, S3_REGION and the keys/);
    s3Bucket.close();
  });

  it('drops all idle connections once one does not answer, so that the next call succeeds', async () => {
    const proxy = await startProxy(Number(new URL(s3.endpoint).port));
    const s3Bucket = new S3Bucket({ ...s3Options(s3), endpoint: `http://127.0.0.1:${proxy.port}` });
    const storage = new HtmlStorage(s3Bucket);
    await storage.prepare();
    const paths = Array.from({ length: 8 }, (_, at) => `path-${at}`);
    await Promise.all(paths.map((path) => storage.writeManifest(path, Buffer.from(path))));
    expect(proxy.open).toBe(8);
    proxy.fallSilent();
    proxy.recover();
    // A viewer waits no longer than this.
    await expect(storage.readManifest('path-0', AbortSignal.timeout(1_000))).rejects.toThrow();
    await waitFor(() => proxy.open === 0, { what: 'the silent connections to be closed' });
    expect(String(await storage.readManifest('path-0', AbortSignal.timeout(1_000)))).toBe('path-0');
    s3Bucket.close();
    await proxy.stop();
  });

  it('times out within seconds on a server that is not available, and does not report a refusal', async () => {
    const s3Bucket = new S3Bucket({ ...s3Options(s3), endpoint: `http://127.0.0.1:${await freePort()}` });
    const storage = new HtmlStorage(s3Bucket);
    const startedAt = Date.now();
    await expect(storage.prepare()).rejects.not.toBeInstanceOf(StorageRefusal);
    await expect(storage.read(storagePathOf(randomUUID(), Buffer.from('x')))).rejects.toThrow(/ECONNREFUSED/);
    expect(Date.now() - startedAt).toBeLessThan(8_000);
    s3Bucket.close();
  });
});
