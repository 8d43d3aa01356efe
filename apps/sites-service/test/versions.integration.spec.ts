import { randomUUID } from 'node:crypto';
import { recoveryMessages, siteMessages, versionMessages, PAGE_RULES_VERSION } from '@haru/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { contentHashOf } from '../src/storage/html-storage/artifact.js';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import { recountAccountStorage } from '../src/sites/quotas/account-storage.js';
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
    await sites.startChecks();
  }, 60_000);
  afterAll(() => sites.stop());
  beforeEach(async () => {
    await sites.eventsHandled(60_000);
    await sites.empty();
  }, 70_000);

  const update = async (id: string, htmlContent: string, baseVersion: number | null) =>
    (await sites.client.call(versionMessages.updateSite, { id, htmlContent, baseVersion }, context)).site;
  const list = async (id: string) =>
    (await sites.client.call(versionMessages.listVersions, { id, limit: 100 }, context)).versions;
  const shown = async (path: string) => (await ask(port, `/share/${path}`)).body.toString();

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
      (
        await sites
          .newReconcileStorage(new HtmlStorage(new FolderStore(sites.storageDirectory)))
          .reconcile(new Date(), context)
      ).written,
    ).toBe(0);
  });

  it('are restored with their titles', async () => {
    const { id } = await sites.createSite({ htmlContent: '<p>1', title: '題' }, { accountId });
    await update(id, '<p>2', 1);
    const { site } = await sites.client.call(versionMessages.restoreVersion, { id, version: 1 }, context);
    expect(site).toMatchObject({ title: '題', version: 3 });
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
    const made = [];
    // With more pages of 1 MB at a time a busy machine answers that it is overloaded.
    for (let round = 0; round < 13; round++) made.push(...(await Promise.all(Array.from({ length: 4 }, publish))));
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
});
