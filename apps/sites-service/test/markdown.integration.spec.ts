import { hash, randomUUID } from 'node:crypto';
import {
  HOUR_MS,
  moderationMessages,
  PREVIEW_PREFIX,
  recoveryMessages,
  siteMessages,
  versionMessages,
} from '@haru/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { withTitle } from '@haru/page-html';
import { renderMarkdown } from '@haru/page-render';
import { contentHashOf, storagePathOf } from '../src/storage/html-storage/artifact.js';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
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
    await sites.startChecks();
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
    // A page that is rendered later is charged as it was sent.
    const bytes = Buffer.byteLength(source);
    expect(await getVersion(id, 1)).toMatchObject({ htmlContent: source, version: { format, bytes } });
    await sites.rendered();
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

  it('stay Markdown also if they begin with a tag, until a whole page replaces them', async () => {
    const { id } = await sites.createSite({ htmlContent: '<b>1</b>\n\n# 1', format }, { accountId });
    await update(id, { htmlContent: '<b>1</b>\n\n# 2' });
    expect((await getVersion(id, 2)).version.format).toBe(format);
    await update(id, { htmlContent: '<!doctype html><p>3' });
    expect((await getVersion(id, 3)).version.format).toBeUndefined();
  });

  it('are checked as viewers see them', async () => {
    const phishing = '# 楽天カード ログイン\n\n> <form action="https://evil.example"><input\n> type="password"></form>';
    await expect(sites.createSite({ htmlContent: phishing, format }, { accountId })).rejects.toMatchObject({
      code: 'PAGE_REFUSED',
    });
    const eager = '# a\n\n<form></form>';
    await sites.createSite({ htmlContent: eager, format }, { accountId });
    const [kept] = await sites.rows<{ rendered: string | null }>('SELECT rendered FROM contents WHERE html = $1', [
      eager,
    ]);
    expect(kept?.rendered).toContain('<form></form>');
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

  it('are restored after a moderator has accepted them', async () => {
    const htmlContent = '# 楽天カード ログイン\n\n<input type="password">';
    await sites.rows('INSERT INTO accepted_contents (hash) VALUES ($1)', [hash('sha256', htmlContent, 'buffer')]);
    const { id } = await sites.createSite({ htmlContent, format }, { accountId });
    const filters = [{ column: 'id', operator: 'eq' as const, values: [id] }];
    await sites.client.call(siteMessages.deleteSites, { filters, single: false }, context);
    const { site } = await sites.client.call(recoveryMessages.restoreOwnSite, { id }, context);
    expect(site.id).toBe(id);
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

  it('get them also if they are published after the same text was rendered', async () => {
    const source = '# b\n\n```js\nconst b = 2;\n```\n';
    const first = await sites.createSite({ htmlContent: source, format }, { accountId });
    await sites.rendered();
    const other = await sites.createSite({ htmlContent: source, format, title: '別の題' }, { accountId });
    expect(await shown(other.path)).toContain('<span class="k">const</span>');
    await sites.rendered();
    const rows = await sites.rows<{ id: string; title: string; rendered: string; storage_path: string }>(
      'SELECT id, title, rendered, storage_path FROM sites JOIN contents ON hash = content_hash',
    );
    expect(rows.map(({ id }) => id).sort()).toEqual([first.id, other.id].sort());
    for (const { id, title, rendered: html, storage_path } of rows)
      expect(storage_path).toBe(storagePathOf(id, Buffer.from(withTitle(html, title))));
  }, 20_000);

  it('are named after their first heading, wherever it is', async () => {
    const titleOf = async (htmlContent: string) => (await sites.createSite({ htmlContent, format })).title;
    expect(await titleOf('---\ntitle: 題\n---\n# a')).toBe('題');
    expect(await titleOf(`${'文。\n'.repeat(600)}\n# 後の見出し`)).toBe('後の見出し');
    expect(await titleOf(`# ${'あ'.repeat(2_000)}`)).toMatch(/^あ+$/);
    expect(await titleOf('<h1>タグ</h1>')).toBe('タグ');
    expect(await titleOf('文だけ')).toBe('無題のページ');
  });
});

describe('pages of Markdown before a worker has rendered them', () => {
  let sites: SitesUnderTest;
  let port: number;
  const caller = contextOf({ accountId });
  const source = '# 報告\n\n**本文**';

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    [, { port }] = await Promise.all([sites.startService(), sites.startViewer()]);
  }, 60_000);
  afterAll(() => sites.stop());
  beforeEach(() => sites.empty());

  const renderedIn = (answer: { body: Buffer }) => answer.body.toString().includes('<strong>本文</strong>');

  it('are shown by links, serve-site and previews, and are rendered when a worker starts', async () => {
    const { id, path } = await sites.createSite({ htmlContent: source, format }, { accountId });
    const stored = () => sites.rows<{ rendered: string | null }>('SELECT rendered FROM contents');
    expect(await stored()).toEqual([{ rendered: null }]);
    expect(renderedIn(await ask(port, `/share/${path}`))).toBe(true);
    const { site } = await sites.client.call(siteMessages.serveSite, { path }, caller);
    expect(site.htmlContent).toContain('<strong>本文</strong>');
    const update = { id, htmlContent: '# 次', format, baseVersion: 1 };
    await sites.client.call(versionMessages.updateSite, update, caller);
    const { token } = await sites.client.call(recoveryMessages.previewVersion, { id, version: 1 }, caller);
    expect(renderedIn(await ask(port, PREVIEW_PREFIX + token))).toBe(true);
    await sites.client.call(versionMessages.restoreVersion, { id, version: 1 }, caller);
    const reconcile = sites.newReconcileStorage(new HtmlStorage(new FolderStore(sites.storageDirectory)));
    const later = new Date(Date.now() + HOUR_MS);
    expect(await reconcile.reconcile(later, caller)).toMatchObject({ written: 0, failures: [] });
    const worker = await sites.startWorker();
    await sites.rendered();
    await sites.eventsHandled();
    expect(await sites.storedContents()).toMatchObject([{ hasArtifact: true, hasRemains: false }]);
    expect(renderedIn(await ask(port, `/share/${path}`))).toBe(true);
    await worker.close();
  }, 40_000);

  it('can be deleted and restored', async () => {
    const { id, path } = await sites.createSite({ htmlContent: source, format }, { accountId });
    const filters = [{ column: 'id', operator: 'eq' as const, values: [id] }];
    await sites.client.call(siteMessages.deleteSites, { filters, single: false }, caller);
    await sites.client.call(recoveryMessages.restoreOwnSite, { id }, caller);
    expect(renderedIn(await ask(port, `/share/${path}`))).toBe(true);
  });

  it('are shown as code if what is rendered would be far larger', async () => {
    const table = `|${'a|'.repeat(300)}\n|${'-|'.repeat(300)}\n${'a\n'.repeat(200)}`;
    const { path } = await sites.createSite({ htmlContent: `# 表\n\n${table}`, format }, { accountId });
    const { body } = await ask(port, `/share/${path}`);
    expect(body.length).toBeLessThan(20_000);
    expect(body.toString()).toContain('<code># 表');
  });

  it('are compared with texts that are banned, and banned by their text', async () => {
    const admin = contextOf({ haruRole: 'admin' });
    const text = Array.from({ length: 60 }, (_, n) => `**${n} 個**の荷物を[こちら](https://example.com/${n})で`).join(
      '\n',
    );
    const create = (name: string) =>
      sites.createSite({ htmlContent: `# 荷物\n\n${name}${text}`, format }, { accountId });
    const { path } = await create('鈴木');
    const stop = { site: path, reason: '詐欺', everywhere: true };
    await sites.client.call(moderationMessages.stopSite, stop, admin);
    const refused = { code: 'PAGE_REFUSED', findings: [expect.objectContaining({ rule: 'known.content' })] };
    await expect(create('佐藤')).rejects.toMatchObject(refused);
    const html = renderMarkdown(`# 荷物\n\n佐藤${text}`);
    await expect(sites.createSite({ htmlContent: html }, { accountId })).rejects.toMatchObject(refused);
  });
});
