import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { moderationMessages, siteMessages } from '@haru/contracts';
import { waitFor } from '@haru/testing';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import type { WriteArtifactWhenSitePublished } from '../src/storage/workers/write-artifact-when-site-published.worker.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

/** Each write waits until the test releases it. */
class StuckStorage extends HtmlStorage {
  writes = 0;
  letGo: () => void = () => undefined;
  private readonly stuck = new Promise<void>((resolve) => (this.letGo = resolve));

  override async write(): Promise<void> {
    this.writes += 1;
    await this.stuck;
  }
}

describe('a storage that does not answer', () => {
  let sites: SitesUnderTest;
  let storage: StuckStorage;
  let worker: WriteArtifactWhenSitePublished;
  const accountId = randomUUID();

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    await sites.startService();
  }, 60_000);
  beforeEach(() => {
    storage = new StuckStorage(new FolderStore(sites.storageDirectory));
    worker = sites.newArtifactWorker(storage);
  });
  afterAll(() => sites.stop());

  const publish = () => sites.createSite({ htmlContent: `<h1>${randomUUID()}</h1>` }, { accountId });
  const write = (...siteIds: string[]) => worker.runEffects(siteIds.map((siteId) => ({ siteId })));
  const isWriting = (writes = 1) =>
    waitFor(() => storage.writes === writes, { timeoutMs: 5_000, what: 'storage to be asked' });

  it('delays neither the owner nor a moderator', async () => {
    const { id, path, expiresAt } = await publish();
    let isHeld = true;
    const writing = write(id).finally(() => (isHeld = false));
    await isWriting();
    const change = (changes: Record<string, unknown>) =>
      sites.client.call(
        siteMessages.updateSites,
        { filters: [{ column: 'id', operator: 'eq', values: [id] }], changes, single: true },
        contextOf({ accountId }),
      );
    await change({ noindex: true });
    await change({ expires_at: new Date(Date.parse(expiresAt) + 30 * 86_400_000).toISOString() });
    const moderate = { site: id, reason: '確認' };
    const moderator = contextOf({ haruRole: 'moderator' });
    await sites.client.call(moderationMessages.stopSite, moderate, moderator);
    await sites.client.call(moderationMessages.restoreSite, moderate, moderator);
    await change({ path: 'moved-on' });
    expect(isHeld).toBe(true);
    storage.letGo();
    await writing;
    // Its manifest shows the state at its beginning. The event of each change has it written again.
    const changed = await sites.rows<{ payload: { paths: string[] } }>(
      `SELECT payload FROM outbox WHERE name = 'siteStateChanged'`,
    );
    await sites.newManifestWriter(storage).write(changed.flatMap(({ payload }) => payload.paths));
    const manifestOf = async (name: string) => (await storage.readManifest(name))?.toString();
    expect(await manifestOf(path)).toContain('"site":null');
    expect(await manifestOf('moved-on')).toContain(id);
  }, 30_000);

  it('is given up within seconds, and no row is locked meanwhile', async () => {
    const [alone, one, other, reconciled] = await Promise.all([publish(), publish(), publish(), publish()]);
    await sites.rows(`UPDATE sites SET created_at = created_at - interval '1 hour' WHERE id = $1`, [reconciled.id]);
    // This is the state after an event that failed for good; the reconcile leaves to a waiting event what that will
    // write.
    await sites.rows('DELETE FROM outbox WHERE aggregate_id = $1', [reconciled.id]);
    const startedAt = performance.now();
    const reconciling = sites.newReconcileStorage(storage).reconcile(new Date(), contextOf());
    const writing = [write(alone.id), write(one.id, other.id)];
    const tooLong = 'storage took longer than';
    const givenUp = Promise.all([
      ...writing.map((effects) => expect(effects).rejects.toThrow(tooLong)),
      expect(reconciling.then(({ failures }) => String(failures))).resolves.toMatch(tooLong),
    ]);
    await isWriting(4);
    expect(await sites.rows('SELECT FROM sites FOR UPDATE NOWAIT')).toHaveLength(5);
    await givenUp;
    expect(performance.now() - startedAt).toBeLessThan(12_000);
  }, 30_000);
});
