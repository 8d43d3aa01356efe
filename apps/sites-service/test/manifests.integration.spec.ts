import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import type { PutOptions } from '../src/storage/html-storage/object-store.js';
import { ReconcileManifests } from '../src/storage/reconcile-manifests.job.js';
import { ManifestWriter } from '../src/storage/manifest-writer.js';
import { ManifestSigner } from '../src/storage/page-manifest.js';
import { WriteManifestsWhenSiteStateChanged } from '../src/storage/workers/write-manifests-when-site-state-changed.worker.js';
import { PAGE_MANIFEST_KEY, SitesUnderTest } from './sites-under-test.js';

/** Delays the next write of a manifest until `release`. */
class GatedStorage extends HtmlStorage {
  /** Each write adds an entry. */
  flushed: (boolean | undefined)[] = [];
  private gate: { reached: PromiseWithResolvers<void>; open: PromiseWithResolvers<void> } | undefined;

  holdNextWrite(): { reached: Promise<void>; release: () => void } {
    const gate = { reached: Promise.withResolvers<void>(), open: Promise.withResolvers<void>() };
    this.gate = gate;
    return { reached: gate.reached.promise, release: gate.open.resolve };
  }

  override async writeManifest(path: string, manifest: Buffer, options?: PutOptions): Promise<void> {
    this.flushed.push(options?.flush);
    const { gate } = this;
    this.gate = undefined;
    gate?.reached.resolve();
    await gate?.open.promise;
    await super.writeManifest(path, manifest, options);
  }
}

describe('manifests', () => {
  const signer = new ManifestSigner([PAGE_MANIFEST_KEY]);
  let sites: SitesUnderTest;
  let storage: GatedStorage;
  let writer: ManifestWriter;
  let reconciling: ReconcileManifests;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    storage = new GatedStorage(new FolderStore(sites.storageDirectory));
    writer = sites.newManifestWriter(storage);
    reconciling = new ReconcileManifests(sites.dataSource, storage, writer);
  }, 60_000);
  afterEach(async () => {
    await sites.empty();
    await sites.rows('DELETE FROM stopped_paths');
    await reconciling.run();
  });
  afterAll(() => sites.stop());

  async function makeRows(count: number): Promise<string[]> {
    const rows = await sites.rows<{ path: string }>(
      `WITH page AS (INSERT INTO contents (hash, html, used_at) VALUES ('x', 'x', now()) ON CONFLICT DO NOTHING)
       INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at, last_modified)
       SELECT id, id, 't', substr(id::text, 1, 8), 'x', 1, id || '/' || encode(sha256(id::text::bytea), 'hex') || '.html',
         now(), now() + interval '1 day', now()
       FROM (SELECT gen_random_uuid() AS id FROM generate_series(1, $1)) AS made RETURNING path`,
      [count],
    );
    return rows.map(({ path }) => path);
  }
  const read = async (path: string) => {
    const found = await storage.readManifest(path);
    return found && signer.read(path, found);
  };
  const stateOf = async (path: string) => {
    const manifest = await read(path);
    if (!manifest) return 'none';
    if (!manifest.site) return 'gone';
    return manifest.site.isStopped ? 'stopped' : 'live';
  };
  const stopInTable = (path: string) =>
    sites.rows(
      `UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = 'x', stopped_source = 'admin' WHERE path = $1`,
      [path],
    );

  it('say what the table says when they are written, whatever order the events come in', async () => {
    const [path = ''] = await makeRows(1);
    const worker = new WriteManifestsWhenSiteStateChanged(sites.changes, writer);
    const published = sites.newArtifactWorker(storage);
    const [row] = await sites.rows<{ id: string }>('SELECT id FROM sites');
    await published.runEffects([{ siteId: row?.id ?? '' }]);
    expect(await stateOf(path)).toBe('live');
    const { revision = 0n } = (await read(path)) ?? {};
    await stopInTable(path);
    await worker.runEffects([{ paths: [path] }]);
    expect(await stateOf(path)).toBe('stopped');
    await published.runEffects([{ siteId: row?.id ?? '' }]);
    expect(await stateOf(path)).toBe('stopped');
    expect((await read(path))?.revision).toBeGreaterThan(revision);
    await sites.rows('DELETE FROM sites');
    await worker.runEffects([{ paths: [path] }]);
    expect(await stateOf(path)).toBe('stopped');
    await sites.rows('DELETE FROM stopped_paths');
    await worker.runEffects([{ paths: [path] }]);
    await published.runEffects([{ siteId: row?.id ?? '' }]);
    expect(await stateOf(path)).toBe('gone');
  });

  it.each(['stopped', 'gone'])('end as %s when an older write reaches storage after a newer one', async (state) => {
    const [path = ''] = await makeRows(1);
    const held = storage.holdNextWrite();
    const older = writer.write([path]);
    await held.reached;
    await (state === 'gone' ? sites.rows('DELETE FROM sites') : stopInTable(path));
    await writer.write([path]);
    expect(await stateOf(path)).toBe(state);
    held.release();
    await older;
    expect(await stateOf(path)).toBe(state);
  });

  it('are flushed to the disk where they replace an earlier one, which could come back after a power failure', async () => {
    const [path = ''] = await makeRows(1);
    storage.flushed = [];
    await writer.write([path]);
    await stopInTable(path);
    await writer.write([path]);
    expect(storage.flushed).toEqual([false, true]);
  });

  it('are written by many at the same time without one being lost', async () => {
    const paths = await makeRows(40);
    await Promise.all(Array.from({ length: 4 }, () => writer.write(paths.toSorted(() => Math.random() - 0.5))));
    expect(new Set(await Promise.all(paths.map(stateOf)))).toEqual(new Set(['live']));
  });

  describe('reconciled', () => {
    it('are written for older pages and for changes that no event told, and no more', async () => {
      const paths = await makeRows(70);
      expect(await reconciling.run()).toEqual({ written: 70, removed: 0 });
      expect(await reconciling.run()).toEqual({ written: 0, removed: 0 });
      const [changed = '', lost = '', stopped = '', deleted = ''] = paths;
      await sites.rows('UPDATE sites SET noindex = true WHERE path = $1', [changed]);
      await stopInTable(stopped);
      await storage.removeManifest(lost);
      await sites.rows('DELETE FROM sites WHERE path = $1', [deleted]);
      expect(await reconciling.run()).toEqual({ written: 4, removed: 0 });
      expect((await read(changed))?.site?.noindex).toBe(true);
      expect(await Promise.all([lost, stopped, deleted].map(stateOf))).toEqual(['live', 'stopped', 'gone']);
      // A change that only time makes needs no other manifest.
      await sites.rows('UPDATE sites SET is_active = false WHERE path = $1', [lost]);
      expect(await reconciling.run()).toEqual({ written: 0, removed: 0 });
    });

    it('are written again where the one in storage is damaged, or an older one, such as of a write that came late', async () => {
      const [damaged = '', older = '', right = ''] = await makeRows(3);
      await writer.write([damaged, older, right]);
      const first = (await storage.readManifest(older)) ?? Buffer.from('');
      await stopInTable(older);
      await writer.write([older]);
      await storage.writeManifest(older, first);
      await storage.writeManifest(damaged, first.subarray(0, 100));
      expect(await reconciling.run()).toEqual({ written: 2, removed: 0 });
      expect(await Promise.all([damaged, older, right].map(stateOf))).toEqual(['live', 'stopped', 'live']);
    });

    it('are compared in portions, each where the one before ended', async () => {
      const paths = await makeRows(50);
      await storage.writeManifest('zzz-unknown', Buffer.from('x'));
      const runs = [];
      for (let run = 0; run < 4; run++) runs.push(await reconciling.run(undefined, { maxCompared: 17 }));
      expect(runs.map(({ written, removed }) => written + removed)).toEqual([17, 17, 17, 0]);
      expect(new Set(await Promise.all(paths.map(stateOf)))).toEqual(new Set(['live']));
      expect(await stateOf('zzz-unknown')).toBe('none');
    });

    it('are removed a day after their page, as those of unknown paths; a new page there has its own', async () => {
      const [gone = '', other = ''] = await makeRows(2);
      await reconciling.run();
      await sites.rows('DELETE FROM sites WHERE path = $1', [gone]);
      await reconciling.run();
      await storage.writeManifest('unknown-path', Buffer.from('x'));
      expect(await reconciling.run()).toEqual({ written: 0, removed: 1 });
      expect(await stateOf(gone)).toBe('gone');
      await sites.rows(`UPDATE page_manifests SET gone_at = gone_at - interval '25 hours'`);
      expect(await reconciling.run()).toEqual({ written: 0, removed: 1 });
      expect(await Promise.all([gone, other].map(stateOf))).toEqual(['none', 'live']);
      expect(await sites.rows('SELECT path FROM page_manifests')).toEqual([{ path: other }]);
    });

    it('are written again with another key, except those with a waiting event', async () => {
      const [path = '', waiting = ''] = await makeRows(2);
      await reconciling.run();
      const [event] = await sites.rows<{ id: string }>('SELECT id FROM sites WHERE path = $1', [waiting]);
      await sites.rows(
        `INSERT INTO outbox (event_id, consumer, name, aggregate_id, payload, context)
         VALUES ($1, 'sites', 'siteStateChanged', $2, '{}', '{}')`,
        [randomUUID(), event?.id],
      );
      const other = new ManifestSigner(['another key of the tests, of 32 characters']);
      const writer = new ManifestWriter(sites.dataSource, storage, other);
      const rekeying = new ReconcileManifests(sites.dataSource, storage, writer);
      expect(await rekeying.run()).toEqual({ written: 1, removed: 0 });
      expect(other.read(path, (await storage.readManifest(path)) ?? Buffer.from('')).site).toBeDefined();
      expect(await rekeying.run(AbortSignal.abort())).toEqual({ written: 0, removed: 0 });
    });
  });
});
