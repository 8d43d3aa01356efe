import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { moderationMessages, siteMessages } from '@haru/contracts';
import { waitFor } from '@haru/testing';
import { DiskHtmlStorage } from '../src/html-storage/disk-html-storage.js';
import { ReconcileStorage } from '../src/maintenance/reconcile-storage.js';
import { WriteArtifactWhenSitePublished } from '../src/workers/write-artifact-when-site-published.worker.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

/** Takes a write, and does nothing about it until it is let go. */
class StuckStorage extends DiskHtmlStorage {
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
    storage = new StuckStorage(sites.storageDirectory);
    worker = new WriteArtifactWhenSitePublished(storage);
  });
  afterAll(() => sites.stop());

  const publish = () => sites.createSite({ htmlContent: `<h1>${randomUUID()}</h1>` }, { accountId });
  const handle = (siteId: string) =>
    sites.dataSource.transaction((manager) =>
      worker.handle({ siteId }, { manager, context: contextOf(), eventId: siteId }),
    );
  const isWriting = (writes = 1) =>
    waitFor(() => storage.writes === writes, { timeoutMs: 5_000, what: 'storage to be asked' });

  it('delays neither the owner nor a moderator, only a change of the path', async () => {
    const { id, expiresAt } = await publish();
    let isHeld = true;
    const handling = handle(id).finally(() => (isHeld = false));
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
    const moving = change({ path: 'moved-on' });
    const waits = async () => (await sites.rows('SELECT FROM pg_locks WHERE NOT granted')).length > 0;
    await waitFor(waits, { timeoutMs: 3_000, what: 'the change of the path to wait' });
    expect(isHeld).toBe(true);
    storage.letGo();
    await Promise.all([handling, moving]);
  }, 30_000);

  it('releases the row locks long before a message times out', async () => {
    const [alone, one, other, reconciled] = await Promise.all([publish(), publish(), publish(), publish()]);
    await sites.rows(`UPDATE sites SET created_at = created_at - interval '1 hour' WHERE id = $1`, [reconciled.id]);
    // As after an event that failed for good: what a waiting event will write is left to it.
    await sites.rows('DELETE FROM outbox WHERE aggregate_id = $1', [reconciled.id]);
    const startedAt = performance.now();
    const together = sites.dataSource.transaction((manager) =>
      worker.handleBatch([{ siteId: one.id }, { siteId: other.id }], manager),
    );
    const reconciling = new ReconcileStorage(sites.dataSource, storage, sites.changes).reconcile(new Date());
    const tooLong = 'storage took longer than';
    await Promise.all([
      expect(handle(alone.id)).rejects.toThrow(tooLong),
      expect(together).rejects.toThrow(tooLong),
      expect(reconciling.then(({ failures }) => String(failures))).resolves.toMatch(tooLong),
    ]);
    expect(storage.writes).toBe(4);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
    expect(await sites.rows('SELECT FROM sites FOR UPDATE NOWAIT')).toHaveLength(5);
  }, 30_000);
});
