import { randomUUID } from 'node:crypto';
import { recoveryMessages, siteMessages, versionMessages, PAGE_RULES_VERSION } from '@haru/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contentHashOf, storagePathOf } from '../src/html-storage/artifact.js';
import { DiskHtmlStorage } from '../src/html-storage/disk-html-storage.js';
import { moveOldPages } from '../src/maintenance/move-old-pages.js';
import { recountAccountStorage } from '../src/quotas/account-storage.js';
import { ask } from './http.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

const accountId = randomUUID();
const context = contextOf({ accountId });

describe('versions of pages', () => {
  let sites: SitesUnderTest;
  let port: number;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    ({ port } = await sites.startAll());
  }, 60_000);
  afterAll(() => sites.stop());
  beforeEach(async () => {
    await sites.eventsHandled(60_000);
    await sites.empty();
    await setUntil('now()');
  }, 70_000);

  const setUntil = (time: string) => sites.rows(`UPDATE content_migration SET until = ${time}`);
  const update = async (id: string, htmlContent: string, baseVersion: number | null) =>
    (await sites.client.call(versionMessages.updateSite, { id, htmlContent, baseVersion }, context)).site;
  const list = async (id: string) =>
    (await sites.client.call(versionMessages.listVersions, { id, limit: 100 }, context)).versions;
  const shown = async (path: string) => (await ask(port, `/share/${path}`)).body.toString();
  /** As a process of the version before publishes. */
  async function publishAsBefore(html: string): Promise<{ id: string; path: string }> {
    const [id, path] = [randomUUID(), randomUUID().slice(0, 12)];
    await sites.rows(
      `INSERT INTO sites (id, user_id, title, path, html_content, storage_path, created_at, expires_at, last_modified)
       VALUES ($1, $2, 't', $3, $4, $5, now(), now() + interval '1 day', now())`,
      [id, accountId, path, html, storagePathOf(id, Buffer.from(html))],
    );
    return { id, path };
  }
  /** As a process of the version before reads a page. */
  const readAsBefore = async (id: string) =>
    (await sites.rows<{ html: string | null }>('SELECT html_content AS html FROM sites WHERE id = $1', [id]))[0]?.html;

  it('are checked: a refused one is not made, and a page keeps what it shows', async () => {
    const { id, path } = await sites.createSite({ htmlContent: '<p>1' }, { accountId });
    const phishing = '<title>楽天カード ログイン</title><input type="password">';
    await expect(update(id, phishing, 1)).rejects.toMatchObject({ code: 'PAGE_REFUSED' });
    expect(await list(id)).toHaveLength(1);
    expect(await shown(path)).toContain('<p>1');
    await update(id, '<p>2', 1);
    const kept = await sites.rows('SELECT check_result FROM page_versions WHERE number = 2');
    expect(kept).toEqual([{ check_result: { outcome: 'passed', rules: PAGE_RULES_VERSION, signals: [] } }]);
  });

  it('leave one artifact and a manifest in storage, of the newest content', async () => {
    const { id, path } = await sites.createSite({ htmlContent: '<p>1' }, { accountId });
    await sites.eventsHandled(60_000);
    await Promise.all(Array.from({ length: 10 }, (_, n) => update(id, `<p>${n + 2}`, null)));
    const newest = (await sites.client.call(siteMessages.serveSite, { path }, context)).site.htmlContent;
    await sites.eventsHandled(60_000);
    const [row] = await sites.rows<{ storage_path: string; version: number }>(
      'SELECT storage_path, version FROM sites',
    );
    expect(row?.version).toBe(11);
    expect(await sites.storedContents()).toEqual([
      { id: contentHashOf(row?.storage_path ?? ''), hasArtifact: true, hasRemains: false },
    ]);
    expect(await shown(path)).toContain(newest);
    expect(
      (await sites.newReconcileStorage(new DiskHtmlStorage(sites.storageDirectory)).reconcile(new Date(), context))
        .written,
    ).toBe(0);
  });

  it('stay with a page that is deleted and restored, and go with its row', async () => {
    const { id } = await sites.createSite({ htmlContent: '<p>1' }, { accountId });
    await update(id, '<p>2', 1);
    const filters = [{ column: 'id', operator: 'eq' as const, values: [id] }];
    await sites.client.call(siteMessages.deleteSites, { filters, single: false }, context);
    await expect(update(id, '<p>3', 2)).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
    await sites.client.call(recoveryMessages.restoreOwnSite, { id }, context);
    expect((await list(id)).map(({ version }) => version)).toEqual([2, 1]);
    expect(await update(id, '<p>3', 2)).toMatchObject({ version: 3 });
    await sites.rows('DELETE FROM sites WHERE id = $1', [id]);
    expect(await sites.rows('SELECT 1 FROM page_versions')).toEqual([]);
  });

  it('count the bytes of an update, and are refused where the quota ends', async () => {
    const temporary = contextOf({ isAnonymous: true });
    const publish = () => sites.client.call(siteMessages.createSite, { htmlContent: 'x'.repeat(1_000_000) }, temporary);
    const made = await Promise.all(Array.from({ length: 20 }, publish));
    const small = await sites.client.call(siteMessages.createSite, { htmlContent: '<p>small' }, temporary);
    const change = (id: string, htmlContent: string) =>
      sites.client.call(versionMessages.updateSite, { id, htmlContent, baseVersion: null }, temporary);
    await expect(change(small.site.id, 'y'.repeat(1_000_000))).rejects.toMatchObject({
      code: 'STORAGE_QUOTA_EXCEEDED',
    });
    await change(made[0]?.site.id ?? '', '<p>less');
    await change(small.site.id, 'y'.repeat(900_000));
    expect(await recountAccountStorage(sites.dataSource)).toBe(0);
  });

  describe('while processes of the version before run', () => {
    beforeEach(() => setUntil(`now() + interval '1 hour'`));

    it('pages that those published are shown, listed, updated and restored', async () => {
      const { id, path } = await publishAsBefore('<title>t</title>old');
      expect(await shown(path)).toBe('<title>t</title>old');
      expect((await sites.client.call(siteMessages.serveSite, { path }, context)).site.htmlContent).toContain('old');
      expect(await list(id)).toMatchObject([{ version: 1, title: 't', bytes: 19, source: 'api', is_current: true }]);
      const other = await publishAsBefore('<title>t</title>other');
      expect(await update(other.id, '<title>t</title>new', 1)).toMatchObject({ version: 2, isChanged: true });
      expect(await update(other.id, '<title>t</title>new', 2)).toMatchObject({ version: 2, isChanged: false });
      await sites.client.call(versionMessages.restoreVersion, { id: other.id, version: 1 }, context);
      expect(await shown(other.path)).toBe('<title>t</title>other');
    });

    it('those read what is published and updated', async () => {
      const { id } = await sites.createSite({ htmlContent: '<p>1' }, { accountId });
      expect(await readAsBefore(id)).toBe('<p>1');
      await update(id, '<p>2', 1);
      expect(await readAsBefore(id)).toBe('<p>2');
      expect(await moveOldPages(sites.dataSource)).toBe(true);
      expect(await readAsBefore(id)).toBe('<p>2');
    });
  });

  it('are made of the pages of the version before, in batches and without events, once none of its processes is left', async () => {
    await setUntil(`now() + interval '1 hour'`);
    const html = (n: number) => `<title>t</title>\uFEFFページ ${n % 60}\r\n`;
    const before = await Promise.all(Array.from({ length: 70 }, (_, n) => publishAsBefore(html(n))));
    const { id: current } = await sites.createSite({ htmlContent: '<p>new' }, { accountId });
    await sites.eventsHandled(60_000);
    const counted = () => sites.rows('SELECT sum(live_bytes)::int, sum(stored_bytes)::int FROM account_storage');
    const bytes = await counted();
    expect(await moveOldPages(sites.dataSource)).toBe(true);
    expect(await readAsBefore(before[0]?.id ?? '')).toBe(html(0));
    await setUntil('now()');
    expect(await moveOldPages(sites.dataSource, AbortSignal.abort())).toBe(false);
    await Promise.all([moveOldPages(sites.dataSource), moveOldPages(sites.dataSource)]);
    expect(await moveOldPages(sites.dataSource)).toBe(true);
    expect(await sites.rows('SELECT 1 FROM sites WHERE html_content IS NOT NULL OR content_hash IS NULL')).toEqual([]);
    expect(await sites.rows('SELECT 1 FROM outbox')).toEqual([]);
    expect(await sites.rows('SELECT 1 FROM page_versions')).toHaveLength(71);
    expect(await counted()).toEqual(bytes);
    expect(await recountAccountStorage(sites.dataSource)).toBe(0);
    for (const [n, { id }] of [...before.entries()].slice(0, 5)) {
      const { htmlContent } = await sites.client.call(versionMessages.getVersion, { id, version: 1 }, context);
      expect(htmlContent).toBe(html(n));
    }
    expect((await list(current)).map(({ version }) => version)).toEqual([1]);
  });
});
