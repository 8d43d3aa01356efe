import { QueueFullError } from '@haru/service-runtime';
import { waitFor } from '@haru/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HOUR_MS, PageCacheUnderTest } from '../../../test/page-cache.fixture.js';
import { makeArtifact } from '../../storage/html-storage/artifact.js';
import { steadyNow } from '../cache/database-breaker.js';
import { DatabaseUnavailable } from '../cache/site-state.js';

describe('PageCache', () => {
  let cache: PageCacheUnderTest;

  beforeEach(async () => {
    cache = new PageCacheUnderTest();
    await cache.show('<title>from storage</title>');
  });

  it('loads once for concurrent requests', async () => {
    const found = await Promise.all(Array.from({ length: 100 }, () => cache.pages.load('path')));
    expect(new Set(found).size).toBe(1);
    expect(cache.queries).toEqual(['state']);
  });

  it.each(['works', 'fails', 'hangs'] as const)(
    'has the page from the database when storage %s without it',
    async (how) => {
      cache.storage.artifact = undefined;
      cache.storage.behaviour = how;
      expect(await cache.text()).toBe('<title>from the database</title>');
      expect(cache.queries).toEqual(['state', 'page']);
    },
  );

  it('reads it from storage if it is there', async () => {
    expect(await cache.text()).toBe('<title>from storage</title>');
    expect(cache.queries).toEqual(['state']);
  });

  it('caches missing and ended pages', async () => {
    cache.row = undefined;
    expect(await cache.text('unknown')).toBe('not-found');
    expect(cache.pages.peek('unknown', Date.now())).toBe('not-found');
    await cache.show('');
    cache.change({ expiresAt: new Date() });
    expect(await cache.text('ended')).toBe('expired');
    expect(cache.pages.peek('ended', Date.now())).toBe('expired');
  });

  it('checks again in the background after two seconds, and before it answers after four', async () => {
    await cache.pages.load('path');
    const now = Date.now();
    expect(cache.pages.peek('path', now + 1_000)).toBeDefined();
    expect(cache.queries).toHaveLength(1);
    expect(cache.pages.peek('path', now + 3_000)).toBeDefined();
    expect(cache.queries).toHaveLength(2);
    await cache.pages.load('path');
    expect(cache.pages.peek('path', now + 5_000)).toBeUndefined();
  });

  it('keeps the bytes and makes the headers again when the site’s state has changed', async () => {
    const before = await cache.pages.load('path');
    cache.change({ noindex: true });
    const after = await cache.pages.load('path');
    if (typeof before === 'string' || typeof after === 'string') throw new Error('no page');
    expect(after.bodies).toBe(before.bodies);
    expect(before.headers.shared?.br.content).not.toContain('X-Robots-Tag');
    expect(after.headers.shared?.br.content).toContain('X-Robots-Tag');
    expect(after.headers.shared?.br.notModified).toContain('X-Robots-Tag');
    expect(after.headers.shared?.br.etag).not.toBe(before.headers.shared?.br.etag);
  });

  it('stays within its bytes', async () => {
    cache = new PageCacheUnderTest(250_000);
    const identity = Buffer.alloc(50_000);
    await cache.show(identity);
    for (let number = 0; number < 20; number++) await cache.pages.load(`path-${number}`);
    const held = Array.from({ length: 20 }, (_, number) => cache.pages.peek(`path-${number}`, Date.now())).filter(
      Boolean,
    );
    expect(held.length).toBeGreaterThanOrEqual(2);
    expect(held.length).toBeLessThanOrEqual(4);
  });

  it('refuses a page that needs the shim while too many are pending', async () => {
    const identity = Buffer.from('<title>x</title><script>localStorage.x = 1</script>'.padEnd(1024 * 1024));
    const loaded = { contentHash: 'x', artifact: await makeArtifact(identity) };
    // Storage answers immediately, so no page is ready before the last one is read.
    const artifacts = { load: () => Promise.resolve(loaded), fromStorage: () => Promise.resolve(loaded) };
    cache = new PageCacheUnderTest(10_000_000, artifacts);
    await cache.show(identity);
    // At most 64 MiB may be pending.
    const loads = Array.from({ length: 66 }, (_, number) => cache.pages.load(`path-${number}`));
    const refused = (await Promise.allSettled(loads)).flatMap((load) => (load.status === 'rejected' ? load : []));
    expect(refused).toHaveLength(2);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(QueueFullError);
  }, 30_000);

  it('shows cached pages for a day while the database is not available, and fails for others', async () => {
    await cache.pages.load('path');
    cache.databaseUnavailable = true;
    expect(await cache.text()).toBe('<title>from storage</title>');
    await expect(cache.pages.load('other')).rejects.toBeInstanceOf(DatabaseUnavailable);
    const now = Date.now();
    expect(cache.pages.peek('path', now + 23 * HOUR_MS)).toBeDefined();
    expect(cache.pages.peek('path', now + 25 * HOUR_MS)).toBeUndefined();
  });

  it('does not query an unavailable database until a probe succeeds', async () => {
    await cache.pages.load('path');
    cache.databaseUnavailable = true;
    await Promise.all([cache.text(), cache.text()]);
    cache.queries = [];
    await cache.text();
    expect(cache.queries).toEqual([]);
    cache.databaseUnavailable = false;
    await waitFor(() => !cache.breaker.isSlow, { what: 'the probe' });
    expect(await cache.text()).toBe('<title>from storage</title>');
    expect(cache.queries.at(-1)).toBe('state');
  });

  it('shows cached pages when the database does not answer, first after a moment and then without waiting', async () => {
    await cache.pages.load('path');
    cache.databaseSilent = true;
    expect(await cache.text()).toBe('<title>from storage</title>');
    // A timer may fire a moment before the breaker's clock reaches its time.
    await waitFor(() => cache.pages.peek('path', Date.now() + HOUR_MS) !== undefined, { timeoutMs: 1_000 });
  });

  it('keeps its pages, and asks no more often, when the machine’s clock is set', async () => {
    const { now } = Date;
    const setClock = (byMs: number) => jest.spyOn(Date, 'now').mockImplementation(() => now() + byMs);
    try {
      cache.pages.invalidate(['path']);
      setClock(-HOUR_MS);
      await cache.pages.load('path');
      expect(cache.pages.peek('path', steadyNow())).toBeDefined();
      setClock(25 * HOUR_MS);
      cache.databaseUnavailable = true;
      expect(await cache.text()).toBe('<title>from storage</title>');
    } finally {
      jest.restoreAllMocks();
    }
  });

  it('asks again about a page that changes while it is loaded', async () => {
    jest.spyOn(cache.storage, 'read').mockImplementationOnce(async () => {
      cache.change({ isStopped: true, isActive: false });
      cache.pages.invalidate(['path']);
      return cache.storage.artifact;
    });
    expect(await cache.text()).toBe('stopped');
  });

  it('shows no page while the database is not available that was stopped or may have changed', async () => {
    await Promise.all([cache.pages.load('stopped'), cache.pages.load('changed')]);
    cache.change({ isStopped: true, isActive: false });
    cache.pages.invalidate(['stopped']);
    expect(await cache.pages.load('stopped')).toBe('stopped');
    cache.databaseUnavailable = true;
    expect(await cache.pages.load('stopped')).toBe('stopped');
    cache.pages.invalidate(['changed']);
    await expect(cache.pages.load('changed')).rejects.toBeInstanceOf(DatabaseUnavailable);
  });
});
