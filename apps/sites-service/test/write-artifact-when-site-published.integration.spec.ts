import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { siteMessages } from '@haru/contracts';
import { contentHashOf } from '../src/storage/html-storage/artifact.js';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import { RemoveArtifactsWhenSiteDeleted } from '../src/storage/workers/remove-artifacts-when-site-deleted.worker.js';
import { ArtifactSync } from '../src/storage/artifact-sync.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

describe('writeArtifactWhenSitePublished', () => {
  let sites: SitesUnderTest;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    // The reconcile would remove what the tests leave in storage.
    await Promise.all([sites.startService(), sites.startWorker({ RECONCILE_SECONDS: '86400' })]);
  }, 60_000);
  afterAll(() => sites.stop());

  const storagePathOf = async (id: string): Promise<string> => {
    const [row] = await sites.rows<{ storage_path: string }>('SELECT storage_path FROM sites WHERE id = $1', [id]);
    return row?.storage_path ?? '';
  };

  it('stores the page as viewers get it, plain and compressed', async () => {
    const site = await sites.createSite({ htmlContent: '\uFEFF<!doctype html><h1>やあ</h1>\r\n' });
    const expected = Buffer.from('\uFEFF<!doctype html><title>やあ</title><h1>やあ</h1>\r\n');
    await sites.eventsHandled();
    const storage = new HtmlStorage(new FolderStore(sites.storageDirectory));
    const artifact = await storage.read(await storagePathOf(site.id));
    expect(artifact?.identity.equals(expected)).toBe(true);
    expect(gunzipSync(artifact?.gzip ?? '').equals(expected)).toBe(true);
    expect(brotliDecompressSync(artifact?.br ?? '').equals(expected)).toBe(true);
  });

  it('does nothing for a deleted site, and nothing when repeated', async () => {
    const worker = sites.newArtifactWorker(new HtmlStorage(new FolderStore(sites.storageDirectory)));
    const site = await sites.createSite({ htmlContent: '<h1>twice</h1>' });
    const handle = () => worker.runEffects([{ siteId: site.id }]);
    await handle();
    await handle();
    await sites.eventsHandled();
    const hash = contentHashOf(await storagePathOf(site.id));
    expect((await sites.storedContents()).filter(({ id }) => id === hash)).toEqual([
      { id: hash, hasArtifact: true, hasRemains: false },
    ]);

    await sites.rows('DELETE FROM sites WHERE id = $1', [site.id]);
    const before = await sites.storedContents();
    await handle();
    expect(await sites.storedContents()).toEqual(before);
  });

  it('leaves to the reconcile what has a name of another content, also among others', async () => {
    const storage = new HtmlStorage(new FolderStore(sites.storageDirectory));
    const worker = sites.newArtifactWorker(storage);
    const [renamed, other] = await Promise.all([1, 2].map((n) => sites.createSite({ htmlContent: `<h1>${n}</h1>` })));
    await sites.eventsHandled();
    const ids = [renamed?.id ?? '', other?.id ?? ''];
    const otherPath = await storagePathOf(ids[1] ?? '');
    for (const id of ids) await storage.remove(await storagePathOf(id));
    await sites.rows(
      `UPDATE sites SET storage_path = id || '/' || encode(sha256('another'), 'hex') || '.html' WHERE id = $1`,
      [ids[0]],
    );
    const stored = async () => (await sites.storedContents()).map(({ id }) => id);
    const before = await stored();
    await worker.runEffects([{ siteId: ids[0] ?? '' }]);
    expect(await stored()).toEqual(before);
    await worker.runEffects(ids.map((siteId) => ({ siteId })));
    expect(await stored()).toEqual([...before, contentHashOf(otherPath)].sort());
  });

  it('writes many together, and leaves a group with a deleted account among them to be done one by one', async () => {
    const storage = new HtmlStorage(new FolderStore(sites.storageDirectory));
    const worker = sites.newArtifactWorker(storage);
    const allAreThere = async () =>
      (await Promise.all(made.map(async ({ id }) => storage.has(await storagePathOf(id))))).every(Boolean);
    const owners = [randomUUID(), randomUUID()];
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sites.createSite({ htmlContent: `<h1>${index}</h1>` }, { accountId: owners[index % 2] }),
      ),
    );
    await sites.eventsHandled();
    expect(await allAreThere()).toBe(true);

    for (const { id } of made) await storage.remove(await storagePathOf(id));
    expect(await allAreThere()).toBe(false);
    const together = async () => {
      const payloads = made.map(({ id }) => ({ siteId: id }));
      await worker.runEffects(payloads);
      await sites.dataSource.transaction((manager) => worker.handleBatch(payloads, manager));
    };
    await together();
    expect(await allAreThere()).toBe(true);

    await sites.rows('INSERT INTO deleted_accounts (account_id) VALUES ($1)', [owners[0]]);
    await expect(together()).rejects.toThrow('deleted or banned');
  });

  describe('pages with the same content', () => {
    const html = () => `<h1>${randomUUID()}</h1>`;
    const remover = (storage: HtmlStorage) =>
      new RemoveArtifactsWhenSiteDeleted(
        sites.changes,
        sites.newManifestWriter(storage),
        new ArtifactSync(sites.dataSource, storage),
      );

    it('share one artifact, published a thousand times', async () => {
      const htmlContent = html();
      const before = (await sites.storedContents()).length;
      const made = await Promise.all(Array.from({ length: 1_000 }, () => sites.createSite({ htmlContent })));
      await sites.eventsHandled(60_000);
      expect(await sites.storedContents()).toHaveLength(before + 1);
      const storage = new HtmlStorage(new FolderStore(sites.storageDirectory));
      expect(await storage.has(await storagePathOf(made[999]?.id ?? ''))).toBe(true);
    }, 90_000);

    it('keep it until the last of them is deleted; what an owner discards others keep', async () => {
      const storage = new HtmlStorage(new FolderStore(sites.storageDirectory));
      const htmlContent = html();
      const [one, other] = [randomUUID(), randomUUID()];
      const mine = await sites.createSite({ htmlContent }, { accountId: one });
      const theirs = await sites.createSite({ htmlContent }, { accountId: other });
      await sites.eventsHandled();
      const [myPath, theirPath] = [await storagePathOf(mine.id), await storagePathOf(theirs.id)];
      const ask = { storagePaths: [myPath] };
      const context = contextOf({ accountId: one });
      expect((await sites.client.call(siteMessages.removeArtifacts, ask, context)).removed).toEqual([myPath]);
      await sites.eventsHandled();
      expect(await storage.has(theirPath)).toBe(true);
      const remove = (id: string, accountId: string) =>
        sites.client.call(
          siteMessages.deleteSites,
          { filters: [{ column: 'id', operator: 'eq', values: [id] }], single: false },
          contextOf({ accountId }),
        );
      expect((await sites.client.call(siteMessages.removeArtifacts, ask, context)).removed).toEqual([]);
      await remove(theirs.id, other);
      await sites.eventsHandled();
      expect(await storage.has(myPath)).toBe(false);
      await remove(mine.id, one);
    }, 60_000);

    it('have it also when one is published while the last other one’s is being removed', async () => {
      const htmlContent = html();
      const first = await sites.createSite({ htmlContent });
      await sites.eventsHandled();
      const firstPath = await storagePathOf(first.id);
      await sites.rows('DELETE FROM sites WHERE id = $1', [first.id]);

      const removing = Promise.withResolvers<void>();
      const mayRemove = Promise.withResolvers<void>();
      const storage = new HtmlStorage(new FolderStore(sites.storageDirectory));
      const remove = storage.removeAllOf.bind(storage);
      storage.removeAllOf = async (id) => {
        removing.resolve();
        await mayRemove.promise;
        await remove(id);
      };
      const event = { sites: [{ id: first.id, path: first.path, storagePath: firstPath }] };
      const removal = remover(storage).runEffects([event]);
      await removing.promise;
      // The removal has searched for other pages with this content; now there is one, and its artifact still exists.
      const second = await sites.createSite({ htmlContent });
      await sites.eventsHandled();
      mayRemove.resolve();
      await removal;
      await sites.eventsHandled();
      expect(await storage.has(await storagePathOf(second.id))).toBe(true);
    }, 60_000);
  });
});
