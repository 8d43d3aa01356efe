import { createLogger, QueueFullError } from '@haru/service-runtime';
import { waitFor } from '@haru/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { makeArtifact, storagePathOf } from '../../html-storage/artifact.js';
import { HtmlStorage, type Artifact, type StoredContent } from '../../html-storage/html-storage.js';
import type { SiteState } from '../../sites/site-visibility.js';
import { ArtifactLoader } from './artifact-loader.js';
import { DatabaseBreaker } from './database-breaker.js';
import { PageCache } from './page-cache.js';
import { DatabaseAway, SiteStates } from './site-state.js';

const HOUR_MS = 3_600_000;

/** Storage with the artifact, without it, failing, or too slow. */
class StubStorage extends HtmlStorage {
  artifact: Artifact | undefined;
  behaviour: 'works' | 'fails' | 'hangs' = 'works';

  async read(): Promise<Artifact | undefined> {
    if (this.behaviour === 'fails') throw new Error('disk on fire');
    if (this.behaviour === 'hangs') return new Promise(() => undefined);
    return this.artifact;
  }
  async write(): Promise<void> {
    return undefined;
  }
  async has(): Promise<boolean> {
    return this.artifact !== undefined;
  }
  async remove(): Promise<void> {
    return undefined;
  }
  async removeAllOf(): Promise<void> {
    return undefined;
  }
  async prepare(): Promise<void> {
    return undefined;
  }
  async *list(): AsyncGenerator<StoredContent> {
    yield* [];
  }
}

describe('PageCache', () => {
  let row: SiteState | undefined;
  let queries: string[];
  let databaseAway: boolean;
  let databaseSilent: boolean;
  let storage: StubStorage;
  let pages: PageCache;
  let breaker = new DatabaseBreaker(async () => undefined, createLogger('spec', 'silent'));

  const fill = (maxBytes: number) => {
    const answer = async (statement: string): Promise<unknown[]> => {
      queries.push(statement.includes('html_content') ? 'page' : 'state');
      if (databaseAway) throw new Error('connection refused');
      if (databaseSilent) return new Promise(() => undefined);
      if (statement.includes('html_content')) return [{ title: 't', htmlContent: '<title>from the database</title>' }];
      return row ? [row] : [];
    };
    const sites = new SiteStates({ query: answer } as unknown as DataSource);
    const logger = createLogger('spec', 'silent');
    storage = new StubStorage();
    breaker.close();
    breaker = new DatabaseBreaker(() => sites.ping(), logger);
    return new PageCache(
      { maxBytes, maxStaleMs: 24 * HOUR_MS },
      sites,
      new ArtifactLoader(storage, sites, logger),
      breaker,
      logger,
    );
  };
  const text = async (path = 'path') => {
    const found = await pages.load(path);
    return typeof found === 'string' ? found : found.artifact.identity.toString();
  };

  beforeEach(async () => {
    queries = [];
    databaseAway = false;
    databaseSilent = false;
    const bytes = Buffer.from('<title>from storage</title>');
    row = {
      id: '7b0f6a3e-52a4-4e5e-9d0e-2f4f6b9b4a11',
      path: 'path',
      storagePath: storagePathOf('7b0f6a3e-52a4-4e5e-9d0e-2f4f6b9b4a11', bytes),
      noindex: false,
      isActive: true,
      isStopped: false,
      expiresAt: new Date(Date.now() + HOUR_MS),
      lastModified: new Date(),
    };
    pages = fill(10_000_000);
    storage.artifact = await makeArtifact(bytes);
  });

  it('loads once for concurrent requests', async () => {
    const found = await Promise.all(Array.from({ length: 100 }, () => pages.load('path')));
    expect(new Set(found).size).toBe(1);
    expect(queries).toEqual(['state']);
  });

  it.each(['works', 'fails', 'hangs'] as const)(
    'has the page from the database when storage %s without it',
    async (how) => {
      storage.artifact = undefined;
      storage.behaviour = how;
      expect(await text()).toBe('<title>from the database</title>');
      expect(queries).toEqual(['state', 'page']);
    },
  );

  it('reads it from storage if it is there', async () => {
    expect(await text()).toBe('<title>from storage</title>');
    expect(queries).toEqual(['state']);
  });

  it('caches missing and ended pages', async () => {
    row = undefined;
    expect(await text('unknown')).toBe('not-found');
    expect(pages.peek('unknown', Date.now())).toBe('not-found');
    row = { ...(row ?? {}), expiresAt: new Date() } as SiteState;
    expect(await text('ended')).toBe('expired');
    expect(pages.peek('ended', Date.now())).toBe('expired');
  });

  it('checks again in the background after two seconds, and before it answers after four', async () => {
    await pages.load('path');
    const now = Date.now();
    expect(pages.peek('path', now + 1_000)).toBeDefined();
    expect(queries).toHaveLength(1);
    expect(pages.peek('path', now + 3_000)).toBeDefined();
    expect(queries).toHaveLength(2);
    await pages.load('path');
    expect(pages.peek('path', now + 5_000)).toBeUndefined();
  });

  it('keeps the bytes and makes the headers again when the site’s state has changed', async () => {
    const before = await pages.load('path');
    if (row) row = { ...row, noindex: true };
    const after = await pages.load('path');
    if (typeof before === 'string' || typeof after === 'string') throw new Error('no page');
    expect(after.artifact).toBe(before.artifact);
    expect(before.variants.br.headers).not.toContain('X-Robots-Tag');
    expect(after.variants.br.headers).toContain('X-Robots-Tag');
    expect(after.variants.br.notModifiedHeaders).toContain('X-Robots-Tag');
    expect(after.variants.br.etag).not.toBe(before.variants.br.etag);
  });

  it('stays within its bytes', async () => {
    pages = fill(200_000);
    const identity = Buffer.alloc(50_000);
    storage.artifact = { identity, gzip: Buffer.alloc(10), br: Buffer.alloc(10) };
    if (row) row = { ...row, storagePath: storagePathOf(row.id, identity) };
    for (let number = 0; number < 20; number++) await pages.load(`path-${number}`);
    const held = Array.from({ length: 20 }, (_, number) => pages.peek(`path-${number}`, Date.now())).filter(Boolean);
    expect(held.length).toBeGreaterThanOrEqual(2);
    expect(held.length).toBeLessThanOrEqual(4);
  });

  it('refuses a page that needs the shim while too many are pending', async () => {
    const identity = Buffer.from('<title>x</title><script>localStorage.x = 1</script>'.padEnd(1024 * 1024));
    storage.artifact = { identity, gzip: Buffer.alloc(10), br: Buffer.alloc(10) };
    if (row) row = { ...row, storagePath: storagePathOf(row.id, identity) };
    const loads = Array.from({ length: 66 }, (_, number) => pages.load(`path-${number}`));
    const refused = (await Promise.allSettled(loads)).flatMap((load) => (load.status === 'rejected' ? load : []));
    expect(refused).toHaveLength(2);
    for (const { reason } of refused) expect(reason).toBeInstanceOf(QueueFullError);
  }, 30_000);

  it('shows cached pages for a day while the database is away, and fails for others', async () => {
    await pages.load('path');
    databaseAway = true;
    expect(await text()).toBe('<title>from storage</title>');
    await expect(pages.load('other')).rejects.toBeInstanceOf(DatabaseAway);
    const now = Date.now();
    expect(pages.peek('path', now + 23 * HOUR_MS)).toBeDefined();
    expect(pages.peek('path', now + 25 * HOUR_MS)).toBeUndefined();
  });

  it('does not query a database that is away until a probe succeeds', async () => {
    await pages.load('path');
    databaseAway = true;
    await Promise.all([text(), text()]);
    queries = [];
    await text();
    expect(queries).toEqual([]);
    databaseAway = false;
    await waitFor(() => !breaker.isSlow, { what: 'the probe' });
    expect(await text()).toBe('<title>from storage</title>');
    expect(queries.at(-1)).toBe('state');
  });

  it('shows cached pages when the database does not answer, first after a moment and then without waiting', async () => {
    await pages.load('path');
    databaseSilent = true;
    expect(await text()).toBe('<title>from storage</title>');
    // A timer may fire a moment before the clock of the breaker says so.
    await waitFor(() => pages.peek('path', Date.now() + HOUR_MS) !== undefined, { timeoutMs: 1_000 });
  });

  it('shows no page while the database is away that was stopped or may have changed', async () => {
    await Promise.all([pages.load('stopped'), pages.load('changed')]);
    if (row) row = { ...row, isStopped: true, isActive: false };
    pages.invalidate(['stopped']);
    expect(await pages.load('stopped')).toBe('stopped');
    databaseAway = true;
    expect(await pages.load('stopped')).toBe('stopped');
    pages.invalidate(['changed']);
    await expect(pages.load('changed')).rejects.toBeInstanceOf(DatabaseAway);
  });
});
