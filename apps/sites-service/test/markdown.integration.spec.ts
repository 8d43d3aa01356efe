import { randomUUID } from 'node:crypto';
import { moderationMessages, recoveryMessages, siteMessages, versionMessages } from '@haru/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { withTitle } from '@haru/page-html';
import { contentHashOf, storagePathOf } from '../src/storage/html-storage/artifact.js';
import { waitFor } from '@haru/testing';
import { ask } from './http.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

const accountId = randomUUID();
const context = contextOf({ accountId });
const format = 'markdown' as const;

describe('pages of Markdown', () => {
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
  }, 70_000);

  const shown = async (path: string) => (await ask(port, `/share/${path}`)).body.toString();
  const getVersion = (id: string, version: number) =>
    sites.client.call(versionMessages.getVersion, { id, version }, context);
  const update = async (id: string, request: { htmlContent: string; format?: 'html' | 'markdown' }) =>
    (await sites.client.call(versionMessages.updateSite, { id, baseVersion: null, ...request }, context)).site;

  it('show what is rendered, and keep their source', async () => {
    const source = '# 週報\n\n**本文**';
    const { id, path, title } = await sites.createSite({ htmlContent: source, format }, { accountId });
    expect(title).toBe('週報');
    expect(await shown(path)).toContain('<title>週報</title>');
    expect(await shown(path)).toContain('<strong>本文</strong>');
    const { site } = await sites.client.call(siteMessages.serveSite, { path }, context);
    expect(site.htmlContent).toContain('<strong>本文</strong>');
    // The larger of source and rendered page is charged.
    const bytes = Buffer.byteLength(site.htmlContent);
    expect(await getVersion(id, 1)).toMatchObject({ htmlContent: source, version: { format, bytes } });
    await sites.eventsHandled(60_000);
    expect(await sites.storedContents()).toMatchObject([{ hasArtifact: true, hasRemains: false }]);
    expect(await shown(path)).toContain('<strong>本文</strong>');
  });

  it('stay Markdown when a program sends their text back, and can become HTML and Markdown again', async () => {
    const { id, path } = await sites.createSite({ htmlContent: '# 1', format }, { accountId });
    expect(await update(id, { htmlContent: '# 1' })).toMatchObject({ isChanged: false, version: 1 });
    expect(await update(id, { htmlContent: '# 2' })).toMatchObject({ title: '2', version: 2 });
    await update(id, { htmlContent: '<p>three' });
    expect((await getVersion(id, 3)).version.format).toBeUndefined();
    expect(await shown(path)).toContain('<p>three');
    await sites.client.call(versionMessages.restoreVersion, { id, version: 1 }, context);
    expect((await getVersion(id, 4)).version.format).toBe(format);
    expect(await shown(path)).toContain('<h1 id="1">1</h1>');
    expect(await update(id, { htmlContent: '# 1', format: 'html' })).toMatchObject({ version: 5 });
  });

  it('are checked as viewers see them', async () => {
    const phishing = '# 楽天カード ログイン\n\n> <form action="https://evil.example"><input\n> type="password"></form>';
    await expect(sites.createSite({ htmlContent: phishing, format }, { accountId })).rejects.toMatchObject({
      code: 'PAGE_REFUSED',
    });
    await expect(sites.createSite({ htmlContent: '&'.repeat(300_000), format })).rejects.toMatchObject({
      code: 'HTML_TOO_LARGE',
    });
    await expect(sites.createSite({ htmlContent: ' \n', format })).rejects.toMatchObject({ code: 'HTML_BLANK' });
  });

  it('are not restored with a content that was banned meanwhile', async () => {
    const request = { htmlContent: '# 禁止', format };
    const deleted = await sites.createSite(request, { accountId });
    const other = await sites.createSite(request, { accountId });
    const filters = [{ column: 'id', operator: 'eq' as const, values: [deleted.id] }];
    await sites.client.call(siteMessages.deleteSites, { filters, single: false }, context);
    const stop = { site: other.path, reason: '詐欺', everywhere: true };
    await sites.client.call(moderationMessages.stopSite, stop, contextOf({ haruRole: 'admin' }));
    await expect(sites.client.call(recoveryMessages.restoreOwnSite, { id: deleted.id }, context)).rejects.toMatchObject(
      { code: 'PAGE_REFUSED' },
    );
  });

  it('get colours for their code after a moment', async () => {
    const source = '# a\n\n```js\nconst b = 1;\n```\n';
    const storedHash = async () => {
      const [row] = await sites.rows<{ storage_path: string }>('SELECT storage_path FROM sites');
      return contentHashOf(row?.storage_path ?? '');
    };
    const { path } = await sites.createSite({ htmlContent: source, format }, { accountId });
    const former = await storedHash();
    expect(await shown(path)).toContain('<code class="language-js">');
    const isColoured = async () => (await shown(path)).includes('<span class="k">const</span>');
    await waitFor(isColoured, { timeoutMs: 20_000, what: 'the colours' });
    await sites.eventsHandled(60_000);
    const stored = (await sites.storedContents()).map(({ id }) => id);
    expect(stored).toContain(await storedHash());
    expect(stored).not.toContain(former);
  }, 40_000);

  it('get them also if they are published while the job colours the same text', async () => {
    const source = '# b\n\n```js\nconst b = 2;\n```\n';
    await sites.createSite({ htmlContent: source, format }, { accountId });
    const job = sites.dataSource.createQueryRunner();
    await job.startTransaction();
    await job.query(
      "UPDATE contents SET rendered = replace(rendered, 'const', '<b>const</b>'), needs_highlight = false",
    );
    const publishing = sites.createSite({ htmlContent: source, format }, { accountId });
    const waits = async () => (await sites.rows('SELECT FROM pg_locks WHERE NOT granted')).length > 0;
    await waitFor(waits, { timeoutMs: 5_000, what: 'the publication to wait for the job' });
    await job.commitTransaction();
    await job.release();
    const { id, title } = await publishing;
    const isUpdated = async () => {
      const [row] = await sites.rows<{ rendered: string; storage_path: string }>(
        'SELECT rendered, storage_path FROM sites JOIN contents ON hash = content_hash WHERE id = $1',
        [id],
      );
      return row?.storage_path === storagePathOf(id, Buffer.from(withTitle(row?.rendered ?? '', title)));
    };
    await waitFor(isUpdated, { timeoutMs: 10_000, what: 'the address of the coloured page' });
  }, 20_000);
});
