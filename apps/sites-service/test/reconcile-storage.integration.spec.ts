import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { startS3, temporaryDirectory } from '@haru/testing';
import { contentHashOf, makeArtifact, storagePathOf } from '../src/storage/html-storage/artifact.js';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage, type StoredContent } from '../src/storage/html-storage/html-storage.js';
import { S3Bucket } from '../src/storage/html-storage/s3-bucket.js';
import type { ReconcileStorage } from '../src/storage/reconcile-storage.job.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

interface Opened {
  storage: HtmlStorage;
  close(): Promise<void>;
}

async function folder(): Promise<Opened> {
  const directory = await temporaryDirectory('haru-storage-');
  return { storage: new HtmlStorage(new FolderStore(directory.path)), close: () => directory.remove() };
}

async function bucket(): Promise<Opened> {
  const s3 = await startS3();
  const s3Bucket = new S3Bucket({ ...s3, region: 'us-east-1', bucket: 'html-sites' });
  const storage = new HtmlStorage(s3Bucket);
  return {
    storage,
    async close() {
      s3Bucket.close();
      await s3.stop();
    },
  };
}

describe.each([
  ['a folder', folder],
  ['a bucket', bucket],
])('reconciling storage in %s', (_, open) => {
  const page = (id: string) => Buffer.from(`<title>t</title>${id}`);
  /** It is past the minute in which events write the artifacts. */
  const soon = () => new Date(Date.now() + 120_000);
  const context = contextOf();
  let sites: SitesUnderTest;
  let storage: HtmlStorage;
  let close: () => Promise<void>;
  let reconciling: ReconcileStorage;

  beforeAll(async () => {
    [sites, { storage, close }] = await Promise.all([SitesUnderTest.start(), open()]);
    reconciling = sites.newReconcileStorage(storage);
    await storage.prepare();
  }, 60_000);
  afterEach(async () => {
    jest.restoreAllMocks();
    await sites.empty();
    await reconciling.reconcile(soon(), context);
  });
  afterAll(() => Promise.all([sites.stop(), close()]));

  async function makeRows(count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => randomUUID());
    await sites.rows(
      `WITH given AS (
         SELECT id, html, path, sha256(convert_to(html, 'UTF8')) AS hash
         FROM unnest($1::uuid[], $2::text[], $3::text[]) AS given (id, html, path)),
       stored AS (INSERT INTO contents (hash, html, used_at) SELECT hash, html, now() FROM given ON CONFLICT DO NOTHING)
       INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at, last_modified)
       SELECT id, id, 't', 'page-' || row_number() OVER (), hash, octet_length(html), path, now(), now() + interval '1 day', now()
       FROM given`,
      [ids, ids.map((id) => page(id).toString()), ids.map((id) => storagePathOf(id, page(id)))],
    );
    return ids;
  }
  const keep = async (id: string, content = page(id)) =>
    storage.write(storagePathOf(id, content), await makeArtifact(content));
  async function listed(): Promise<Map<string, StoredContent>> {
    const all = new Map<string, StoredContent>();
    for await (const stored of storage.list()) all.set(stored.id, stored);
    return all;
  }
  const hashOf = (id: string, content = page(id)) => contentHashOf(storagePathOf(id, content)) ?? '';
  const remove = (id: string) => storage.removeAllOf(hashOf(id));
  async function expectAgreement(ids: readonly string[]): Promise<void> {
    const kept = await listed();
    const hashes = ids.map((id) => hashOf(id)).sort();
    expect([...kept.values()]).toEqual(hashes.map((id) => ({ id, hasArtifact: true, hasRemains: false })));
  }

  it('writes missing artifacts and removes orphans, wherever they are in the order, and nothing else', async () => {
    const ids = await makeRows(60);
    const orphans = Array.from({ length: 30 }, () => randomUUID());
    const old = Buffer.from('an earlier content');
    for (const [index, id] of ids.entries()) {
      // They alternate: right, missing, right beside an old content, only an old content, right.
      if (index % 5 !== 1 && index % 5 !== 3) await keep(id);
      if (index % 5 === 2 || index % 5 === 3) await keep(id, old);
    }
    for (const id of orphans) await keep(id);
    const write = jest.spyOn(storage, 'write');
    expect(await reconciling.reconcile(soon(), context)).toEqual({ written: 24, removed: 31, failures: [] });
    expect(write).toHaveBeenCalledTimes(24);
    await expectAgreement(ids);
    expect(await reconciling.reconcile(soon(), context)).toEqual({ written: 0, removed: 0, failures: [] });
    expect(write).toHaveBeenCalledTimes(24);
  }, 60_000);

  it('fills an empty storage, and clears it when no site is left', async () => {
    const ids = await makeRows(20);
    expect(await reconciling.reconcile(soon(), context)).toEqual({ written: 20, removed: 0, failures: [] });
    await expectAgreement(ids);
    await sites.rows('DELETE FROM sites');
    expect(await reconciling.reconcile(soon(), context)).toEqual({ written: 0, removed: 20, failures: [] });
    expect((await listed()).size).toBe(0);
  });

  it.each([
    [
      'an artifact that another version made differently',
      (id: string) => storagePathOf(id, Buffer.from('another title')),
    ],
    ['an invalid storage path', (id: string) => `${id}/no hash.html`],
  ])('renames in its row %s, and invalidates viewers once', async (_, pathBefore) => {
    const later = new Date(Date.now() + 120_000);
    const [id = '', other = ''] = await makeRows(2);
    const announce = jest.spyOn(sites.changes, 'announce');
    const before = pathBefore(id);
    await sites.rows('UPDATE sites SET storage_path = $2 WHERE id = $1', [id, before]);
    expect(await reconciling.reconcile(later, context)).toEqual({ written: 2, removed: 0, failures: [] });
    await expectAgreement([id, other]);
    const rows = await sites.rows<{ path: string; storage_path: string }>(
      'SELECT path, storage_path FROM sites WHERE id = $1',
      [id],
    );
    expect(rows).toMatchObject([{ storage_path: storagePathOf(id, page(id)) }]);
    expect(announce.mock.calls.flat(2)).toEqual([rows[0]?.path]);
    expect(await reconciling.reconcile(later, context)).toEqual({ written: 0, removed: 0, failures: [] });
  });

  it('keeps an artifact under the name in its row, whatever this version would make', async () => {
    const later = new Date(Date.now() + 120_000);
    const [id = ''] = await makeRows(1);
    const older = Buffer.from('with the title put elsewhere');
    await sites.rows('UPDATE sites SET storage_path = $2 WHERE id = $1', [id, storagePathOf(id, older)]);
    await keep(id, older);
    await keep(id);
    expect(await reconciling.reconcile(later, context)).toEqual({ written: 0, removed: 1, failures: [] });
    expect([...(await listed()).keys()]).toEqual([hashOf(id, older)]);
  });

  it.each([1, 3])('removes no more orphans after it is stopped, after %d', async (count) => {
    const later = new Date(Date.now() + 120_000);
    const orphans = Array.from({ length: 5 }, () => randomUUID());
    for (const id of orphans) await keep(id);
    const stop = new AbortController();
    const removeAllOf = storage.removeAllOf.bind(storage);
    const removals = jest.spyOn(storage, 'removeAllOf').mockImplementation(async (id) => {
      await removeAllOf(id);
      if (removals.mock.calls.length === count) stop.abort();
    });
    expect(await reconciling.reconcile(later, context, stop.signal)).toEqual({
      written: 0,
      removed: count,
      failures: [],
    });
    expect((await listed()).size).toBe(5 - count);
    expect(await reconciling.reconcile(later, context, AbortSignal.abort())).toEqual({
      written: 0,
      removed: 0,
      failures: [],
    });
  });

  it('reconciles the others when some fail, and stops when ten fail', async () => {
    const ids = await makeRows(30);
    const write = storage.write.bind(storage);
    const unwritable = new Set(ids.slice(0, 9));
    const writes = jest.spyOn(storage, 'write').mockImplementation(async (path, artifact) => {
      if (unwritable.has(path.slice(0, 36))) throw new Error('in a test');
      await write(path, artifact);
    });
    const { written, failures } = await reconciling.reconcile(soon(), context);
    expect(written).toBe(21);
    expect(failures).toHaveLength(9);

    for (const id of ids) unwritable.add(id);
    await Promise.all(ids.map(remove));
    writes.mockClear();
    await expect(reconciling.reconcile(soon(), context)).rejects.toThrow('in a test');
    expect(writes).toHaveBeenCalledTimes(10);
  });

  it('skips pages published a moment ago, before or during the run', async () => {
    const [young] = await makeRows(1);
    expect(await reconciling.reconcile(new Date(), context)).toEqual({ written: 0, removed: 0, failures: [] });
    await sites.rows('DELETE FROM sites');

    // Storage listed it, but its row came after that part of the table was read.
    const late = young ?? '';
    await keep(late);
    const list = storage.list.bind(storage);
    jest.spyOn(storage, 'list').mockImplementation(async function* () {
      await sites.rows(
        `INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at, last_modified)
         VALUES ($1, $1, 't', 'late', 'x', 1, $2, now(), now(), now())`,
        [late, storagePathOf(late, page(late))],
      );
      yield* list();
    });
    expect(await reconciling.reconcile(new Date(), context)).toEqual({ written: 0, removed: 0, failures: [] });
    expect(await storage.has(storagePathOf(late, page(late)))).toBe(true);
  });

  it('leaves pages with a pending event to the worker, but not forever', async () => {
    const ids = await makeRows(3);
    await sites.rows(
      `INSERT INTO outbox (event_id, consumer, name, aggregate_id, payload, context)
       SELECT id::uuid, 'sites', 'sitePublished', id, '{}', '{}' FROM unnest($1::text[]) AS given (id)`,
      [ids.slice(0, 2)],
    );
    expect(await reconciling.reconcile(soon(), context)).toMatchObject({ written: 1, failures: [] });
    await sites.rows(`UPDATE outbox SET created_at = now() - interval '2 hours' WHERE aggregate_id = $1`, [ids[0]]);
    expect(await reconciling.reconcile(soon(), context)).toMatchObject({ written: 1, failures: [] });
    await sites.rows('DELETE FROM outbox');
    expect(await reconciling.reconcile(soon(), context)).toMatchObject({ written: 1, failures: [] });
    await expectAgreement(ids);
  });

  it('writes one artifact for many sites with one content, and renames them all', async () => {
    const content = Buffer.from('<title>t</title>all alike');
    const ids = Array.from({ length: 5 }, () => randomUUID());
    const older = Buffer.from('with the title put elsewhere');
    await sites.rows(
      `WITH stored AS (
         INSERT INTO contents (hash, html, used_at) VALUES (sha256(convert_to($2, 'UTF8')), $2, now()) ON CONFLICT DO NOTHING)
       INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at, last_modified)
       SELECT id, id, 't', 'alike-' || row_number() OVER (), sha256(convert_to($2, 'UTF8')), octet_length($2), path, now(),
         now() + interval '1 day', now()
       FROM unnest($1::uuid[], $3::text[]) AS given (id, path)`,
      [ids, content.toString(), ids.map((id) => storagePathOf(id, older))],
    );
    expect(await reconciling.reconcile(soon(), context)).toEqual({ written: 1, removed: 0, failures: [] });
    expect([...(await listed()).keys()]).toEqual([hashOf(ids[0] ?? '', content)]);
    const rows = await sites.rows<{ id: string; storage_path: string }>('SELECT id, storage_path FROM sites');
    expect(rows.map(({ storage_path }) => storage_path).sort()).toEqual(
      ids.map((id) => storagePathOf(id, content)).sort(),
    );
    expect(await reconciling.reconcile(soon(), context)).toEqual({ written: 0, removed: 0, failures: [] });
  });
});
