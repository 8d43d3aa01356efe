import { waitFor } from '@haru/testing';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { PageCacheUnderTest } from '../../../test/page-cache.fixture.js';
import type { SiteState } from '../../sites/site-visibility.js';
import { DatabaseUnavailable } from '../cache/site-state.js';

describe('PageCache while the database is not available, for a path that is not in memory', () => {
  let cache: PageCacheUnderTest;

  const minute = 60_000;
  const manifestOf = (site: Partial<SiteState> | undefined, asOf = Date.now() + minute, path = 'path') => {
    const state = site && cache.row && { ...cache.row, path, ...site };
    return cache.signer.sign({ path, revision: 1n, asOf: new Date(asOf), site: state });
  };
  beforeEach(async () => {
    cache = new PageCacheUnderTest();
    await cache.show('<title>from storage</title>');
    cache.databaseUnavailable = true;
  });

  it.each([
    ['<title>from storage</title>', {}],
    ['stopped', { isStopped: true, isActive: false }],
    ['expired', { expiresAt: new Date() }],
    ['not-found', undefined],
  ])('answers %s as its manifest says', async (answer, site) => {
    cache.storage.manifest = manifestOf(site);
    expect(await cache.text()).toBe(answer);
    expect(cache.queries).toEqual(['state']);
    expect(await cache.text()).toBe(answer);
  });

  it('answers nothing without a manifest, with that of another path, or without an artifact', async () => {
    await expect(cache.text('none')).rejects.toBeInstanceOf(DatabaseUnavailable);
    cache.storage.manifest = manifestOf({}, Date.now(), 'other');
    await expect(cache.text()).rejects.toBeInstanceOf(DatabaseUnavailable);
    cache.storage.artifact = undefined;
    await expect(cache.text('other')).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  it('answers nothing from a manifest that is older than a change which was announced', async () => {
    cache.pages.invalidate(['path']);
    cache.storage.manifest = manifestOf({}, Date.now() - minute);
    await expect(cache.text()).rejects.toBeInstanceOf(DatabaseUnavailable);
    cache.storage.manifest = manifestOf({});
    expect(await cache.text()).toBe('<title>from storage</title>');
  });

  it('answers nothing from a manifest that was read before a change which was announced', async () => {
    const gate = Promise.withResolvers<void>();
    cache.storage.manifest = manifestOf({});
    cache.storage.manifestGate = gate.promise;
    const asked = cache.text();
    await waitFor(() => cache.storage.manifestReads === 1, { what: 'the read' });
    cache.pages.invalidate(['path']);
    gate.resolve();
    await expect(asked).rejects.toBeInstanceOf(DatabaseUnavailable);
  });

  it('keeps what it knows to be stopped or deleted, whatever the manifest says', async () => {
    cache.databaseUnavailable = false;
    await Promise.all([cache.pages.load('deleted'), cache.pages.load('stopped')]);
    cache.change({ isStopped: true, isActive: false });
    cache.pages.invalidate(['stopped', 'deleted']);
    const invalidatedAt = Date.now();
    // A query in the same millisecond may have been sent before.
    await waitFor(() => Date.now() > invalidatedAt, { everyMs: 1, what: 'the next millisecond' });
    await cache.pages.load('stopped');
    cache.row = undefined;
    await cache.pages.load('deleted');
    cache.databaseUnavailable = true;
    cache.storage.manifest = manifestOf({});
    expect([await cache.text('stopped'), await cache.text('deleted')]).toEqual(['stopped', 'not-found']);
  });

  it('does not read what has waited too long behind others', async () => {
    const gate = Promise.withResolvers<void>();
    cache.storage.manifestGate = gate.promise;
    const asked = Promise.allSettled(Array.from({ length: 20 }, (_, at) => cache.pages.load(`path-${at}`)));
    await waitFor(() => cache.storage.manifestReads === 8, { what: 'the reads' });
    const { now } = performance;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 3_000);
    try {
      gate.resolve();
      expect(new Set((await asked).map(({ status }) => status))).toEqual(new Set(['rejected']));
      expect(cache.storage.manifestReads).toBe(8);
    } finally {
      clock.mockRestore();
    }
  });

  it('is read from storage while the database says nothing, and the later ones without waiting', async () => {
    cache.databaseUnavailable = false;
    cache.databaseSilent = true;
    cache.storage.manifest = manifestOf({});
    expect(await cache.text()).toBe('<title>from storage</title>');
    cache.storage.manifest = manifestOf({}, Date.now() + minute, 'other');
    // A timer may fire a moment before the breaker's clock reaches its time. After that, a page waits for 0 ms.
    await waitFor(() => cache.breaker.msUntilSlow === 0, { timeoutMs: 1_000, what: 'a database that counts as slow' });
    expect(await cache.text('other')).toBe('<title>from storage</title>');
  });

  it('is not read from storage where the database answers in time', async () => {
    cache.databaseUnavailable = false;
    cache.storage.manifest = manifestOf({ isStopped: true, isActive: false });
    expect(await cache.text()).toBe('<title>from storage</title>');
    expect(cache.storage.manifestReads).toBe(0);
  });

  it('asks the database first once it is back', async () => {
    cache.storage.manifest = manifestOf({});
    await cache.text();
    cache.databaseUnavailable = false;
    await waitFor(() => !cache.breaker.isSlow, { what: 'the probe' });
    cache.row = undefined;
    expect(cache.pages.peek('path', Date.now())).toBeUndefined();
    expect(await cache.text()).toBe('not-found');
  });
});
