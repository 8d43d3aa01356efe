import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@haru/testing';
import { DiskHtmlStorage } from '../src/html-storage/disk-html-storage.js';
import { WriteArtifactWhenSitePublished } from '../src/workers/write-artifact-when-site-published.worker.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

describe('writeArtifactWhenSitePublished', () => {
  let sites: SitesUnderTest;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    await Promise.all([sites.startService(), sites.startWorker()]);
  }, 60_000);
  afterAll(() => sites.stop());

  const storagePathOf = async (id: string): Promise<string> => {
    const [row] = await sites.rows<{ storage_path: string }>('SELECT storage_path FROM sites WHERE id = $1', [id]);
    return row?.storage_path ?? '';
  };
  const outboxIsEmpty = async () => (await sites.rows('SELECT 1 FROM outbox')).length === 0;

  it('puts the page into storage as viewers get it, plain and compressed', async () => {
    const site = await sites.createSite({ htmlContent: '\uFEFF<!doctype html><h1>やあ</h1>\r\n' });
    const expected = Buffer.from('\uFEFF<!doctype html><title>やあ</title><h1>やあ</h1>\r\n');
    await waitFor(outboxIsEmpty, { timeoutMs: 20_000, what: 'the event to be handled' });
    const storage = new DiskHtmlStorage(sites.storageDirectory);
    const artifact = await storage.read(await storagePathOf(site.id));
    expect(artifact?.identity.equals(expected)).toBe(true);
    expect(gunzipSync(artifact?.gzip ?? '').equals(expected)).toBe(true);
    expect(brotliDecompressSync(artifact?.br ?? '').equals(expected)).toBe(true);
  });

  it('does nothing for a site that is gone, and nothing when done again', async () => {
    const worker = new WriteArtifactWhenSitePublished(new DiskHtmlStorage(sites.storageDirectory));
    const site = await sites.createSite({ htmlContent: '<h1>twice</h1>' });
    const handle = () =>
      sites.dataSource.transaction((manager) =>
        worker.handle({ siteId: site.id }, { manager, context: contextOf(), eventId: site.id }),
      );
    await handle();
    await handle();
    await waitFor(outboxIsEmpty, { timeoutMs: 20_000, what: 'the event to be handled' });
    expect((await sites.storedSites()).filter(({ siteId }) => siteId === site.id)).toEqual([
      { siteId: site.id, artifacts: [await storagePathOf(site.id)], hasRemains: false },
    ]);

    await sites.rows('DELETE FROM sites WHERE id = $1', [site.id]);
    const before = await sites.storedSites();
    await handle();
    expect(await sites.storedSites()).toEqual(before);
  });

  it('leaves to the reconcile what has a name of another content, also among others', async () => {
    const storage = new DiskHtmlStorage(sites.storageDirectory);
    const worker = new WriteArtifactWhenSitePublished(storage);
    const [renamed, other] = await Promise.all([1, 2].map((n) => sites.createSite({ htmlContent: `<h1>${n}</h1>` })));
    await waitFor(outboxIsEmpty, { timeoutMs: 20_000, what: 'the events to be handled' });
    const ids = [renamed?.id ?? '', other?.id ?? ''];
    for (const id of ids) await storage.removeAllOf(id);
    await sites.rows(
      `UPDATE sites SET storage_path = id || '/' || encode(sha256('another'), 'hex') || '.html' WHERE id = $1`,
      [ids[0]],
    );
    const storedIds = async () => (await sites.storedSites()).map(({ siteId }) => siteId);
    await sites.dataSource.transaction((manager) =>
      worker.handle({ siteId: ids[0] ?? '' }, { manager, context: contextOf(), eventId: ids[0] ?? '' }),
    );
    const before = await storedIds();
    expect(before).not.toContain(ids[0]);
    await sites.dataSource.transaction((manager) =>
      worker.handleTogether(
        ids.map((siteId) => ({ siteId })),
        manager,
      ),
    );
    expect(await storedIds()).toEqual([...before, ids[1]].sort());
  });

  it('writes many together, and leaves a group with a deleted account among them to be done one by one', async () => {
    const storage = new DiskHtmlStorage(sites.storageDirectory);
    const worker = new WriteArtifactWhenSitePublished(storage);
    const allAreThere = async () =>
      (await Promise.all(made.map(async ({ id }) => storage.has(await storagePathOf(id))))).every(Boolean);
    const owners = [randomUUID(), randomUUID()];
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        sites.createSite({ htmlContent: `<h1>${index}</h1>` }, { accountId: owners[index % 2] }),
      ),
    );
    await waitFor(outboxIsEmpty, { timeoutMs: 20_000, what: 'the events to be handled' });
    expect(await allAreThere()).toBe(true);

    for (const { id } of made) await storage.removeAllOf(id);
    expect(await allAreThere()).toBe(false);
    const together = () =>
      sites.dataSource.transaction((manager) =>
        worker.handleTogether(
          made.map(({ id }) => ({ siteId: id })),
          manager,
        ),
      );
    await together();
    expect(await allAreThere()).toBe(true);

    await sites.rows('INSERT INTO deleted_accounts (account_id) VALUES ($1)', [owners[0]]);
    await expect(together()).rejects.toThrow('deleted or banned');
  });
});
