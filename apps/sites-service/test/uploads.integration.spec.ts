import { randomBytes, randomUUID } from 'node:crypto';
import { FILES_PATH, siteMessages, TICKET_HEADER, type TreeFile, versionMessages } from '@haru/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Outbox } from '@haru/events';
import { waitFor } from '@haru/testing';
import { StopSitesWhenContentBanned } from '../src/moderation/stop-sites-when-content-banned.worker.js';
import { RemoveUnusedContents } from '../src/maintenance/remove-unused-contents.job.js';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import { RemoveUnusedFiles } from '../src/trees/remove-unused-files.job.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';
import { sha256, UploadsUnderTest } from './uploads-under-test.js';

const INDEX = '<title>春</title><script src="app.js"></script>';
const PHISHING = '<title>楽天カード ログイン</title><form><input type="password"></form>';
const HOUR_MS = 3_600_000;

describe('uploads of files', () => {
  let sites: SitesUnderTest;
  let uploads: UploadsUnderTest;
  let storage: HtmlStorage;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    const [, origin] = await Promise.all([sites.startService(), sites.startUploads()]);
    await sites.startChecks();
    uploads = new UploadsUnderTest(sites, origin);
    storage = new HtmlStorage(new FolderStore(sites.storageDirectory));
  }, 60_000);
  afterAll(() => sites.stop());

  const versionsOf = (id: string) =>
    sites.rows<{ number: number; bytes: number }>(
      'SELECT number, bytes FROM page_versions WHERE site_id = $1 ORDER BY number',
      [id],
    );

  it('make a page of several files, which are all in storage', async () => {
    const files = { 'index.html': INDEX, 'app.js': 'let x = 1;', 'img/a.png': Buffer.from([1, 0, 2]) };
    const { site } = await uploads.publish(files);
    expect(site.title).toBe('春');
    const [row] = await sites.rows<{ storage_path: string; bytes: number; files: string }>(
      'SELECT storage_path, bytes, files FROM sites JOIN trees ON trees.hash = content_hash WHERE id = $1',
      [site.id],
    );
    expect(row?.storage_path).toMatch(/\.tree$/);
    expect(row?.bytes).toBe(Buffer.byteLength(INDEX) + 10 + 3);
    expect(JSON.parse(row?.files ?? '')).toEqual([
      { path: 'app.js', hash: sha256('let x = 1;'), type: 'text/javascript', bytes: 10 },
      { path: 'img/a.png', hash: sha256(files['img/a.png']), type: 'image/png', bytes: 3 },
      { path: 'index.html', hash: sha256(INDEX), type: 'text/html', bytes: Buffer.byteLength(INDEX) },
    ]);
    for (const content of Object.values(files)) {
      expect(await storage.readFile(sha256(content))).toEqual(Buffer.from(content));
    }
    expect(await sites.client.call(siteMessages.serveSite, { path: site.path }, contextOf())).toEqual({
      site: { title: '春', htmlContent: INDEX, kind: 'files' },
    });
  });

  it('are behind the notice when a document shows a brand and a script may make the field for its password', async () => {
    const index = '<title>楽天カード ログイン</title><div id="root"></div><script src="app.js"></script>';
    const publish = async (script: string, document = index) =>
      (await uploads.publish({ 'index.html': document, 'app.js': script })).site.underReview ?? false;
    const field = `root.append(Object.assign(document.createElement('input'), { type: 'password' }))`;
    expect(await publish(field)).toBe(true);
    expect(await publish('root.innerHTML = `\\x3cinput type=password>`')).toBe(true);
    expect(await publish(`x = [${'1,'.repeat(2_000_000)}]`)).toBe(true);
    expect(await publish(`document.querySelector('#root').hidden = false`)).toBe(false);
    expect(await publish(field, INDEX)).toBe(false);
    const page = `document.write('${PHISHING}')`;
    await expect(uploads.publish({ 'index.html': INDEX, 'app.js': page })).rejects.toThrow();
  });

  it('are behind the notice when a style sheet of a feed may make a field, not because of a feed alone', async () => {
    const feed = '<?xml version="1.0"?><?xml-stylesheet href="/a.xsl" type="text/xsl"?><rss><channel/></rss>';
    const sheet = (content: string) =>
      `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
       <xsl:template match="/"><html><h1>Feed &#x2192;</h1>${content}</html></xsl:template></xsl:stylesheet>`;
    const publish = async (content: string, others: Record<string, string> = { 'feed.xml': feed }) =>
      (await uploads.publish({ 'index.html': INDEX, 'a.xsl': sheet(content), ...others })).site.underReview ?? false;
    expect(await publish('<xsl:value-of select="title"/>')).toBe(false);
    const making = '<xsl:element name="{name}"/>';
    expect(await publish(making)).toBe(true);
    expect(await publish(making, {})).toBe(false);
    expect(await publish('', { 'feed.xml': feed.replace('/a.xsl', '../a.xsl') })).toBe(true);
  });

  it('show Markdown files as pages, and give their owner the files that were sent', async () => {
    const readme = '# 使い方\n\n[次へ](docs/next.md)\n';
    const { context, site } = await uploads.publish({
      'README.md': readme,
      'docs/next.md': 'next',
      'docs/old.md': 'same',
    });
    expect(site.title).toBe('使い方');
    const [row] = await sites.rows<{ files: TreeFile[] }>(
      'SELECT files::json FROM sites JOIN trees ON trees.hash = content_hash WHERE id = $1',
      [site.id],
    );
    const pages = row?.files.filter(({ renderedFrom }) => renderedFrom !== undefined) ?? [];
    expect(pages.map(({ path, renderedFrom }) => [path, renderedFrom])).toEqual([
      ['docs/next.html', 'docs/next.md'],
      ['docs/old.html', 'docs/old.md'],
      ['index.html', 'README.md'],
    ]);
    const { site: served } = await sites.client.call(siteMessages.serveSite, { path: site.path }, contextOf());
    expect(served.htmlContent).toContain('<title>使い方</title>');
    const { files } = await sites.client.call(versionMessages.getVersion, { id: site.id, version: 1 }, context);
    const sent = ['README.md', 'docs/next.md', 'docs/old.md'];
    expect(files?.map(({ path }) => path)).toEqual(sent);
    const archive = await sites.client.call(versionMessages.getArchive, { id: site.id }, context);
    expect(Object.keys(await uploads.unzip(archive)).toSorted()).toEqual(sent);
  });

  it('show Markdown in Shift_JIS as text', async () => {
    const { site } = await uploads.publish({ 'README.md': Buffer.from('232093fa967b8cea', 'hex') });
    expect(site.title).toBe('日本語');
  });

  it('with Markdown that is too large for a page are published without one', async () => {
    const { site, context } = await uploads.publish({ 'index.html': INDEX, 'log.md': '**b**\n\n'.repeat(400_000) });
    const { files } = await sites.client.call(versionMessages.getVersion, { id: site.id, version: 1 }, context);
    expect(files?.map(({ path }) => path)).toEqual(['index.html', 'log.md']);
  }, 60_000);

  it('with Markdown that is a refused page refuse the page and name the file', async () => {
    const refused = uploads.publish({ 'index.html': INDEX, 'login.md': PHISHING });
    await expect(refused).rejects.toMatchObject({ code: 'PAGE_REFUSED', message: expect.stringContaining('login.md') });
  });

  it('whose start page is in Shift_JIS are served as text', async () => {
    const page = Buffer.concat([Buffer.from('<meta charset="Shift_JIS">'), Buffer.from('93fa967b8cea', 'hex')]);
    const { site } = await uploads.publish({ 'index.html': page });
    const { site: served } = await sites.client.call(siteMessages.serveSite, { path: site.path }, contextOf());
    expect(served.htmlContent).toBe('<meta charset="Shift_JIS">日本語');
  });

  it('are read file by file by their owner, and never shown as pages of the app', async () => {
    const files = { 'index.html': INDEX, 'img/桜.png': Buffer.from([1, 0, 2]) };
    const { site, context } = await uploads.publish(files);
    const call = (path: string, caller = context) =>
      sites.client.call(versionMessages.getFile, { id: site.id, version: 1, path }, caller);
    const read = async (path: string, change = (ticket: string) => ticket) => {
      const { file, ticket } = await call(path);
      expect(file).toMatchObject({ path });
      const name = encodeURIComponent(path.split('/').at(-1) ?? '');
      return fetch(`${uploads.origin}${FILES_PATH}${change(ticket)}/${name}`);
    };
    const page = await read('index.html');
    expect(await page.text()).toBe(INDEX);
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'content-disposition': "attachment; filename*=UTF-8''index.html",
    });
    const image = await read('img/桜.png');
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await image.arrayBuffer())).toEqual(files['img/桜.png']);
    expect(
      (await read('index.html', (ticket) => ticket.replace(/^./, (digit) => (digit === '0' ? '1' : '0')))).status,
    ).toBe(403);
    await expect(call('app.js')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
    await expect(call('index.html', contextOf())).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
  });

  it('are downloaded as ZIP archives: a version, and everything of an account', async () => {
    const files = { 'index.html': INDEX, 'img/桜.png': Buffer.from([1, 0, 2]) };
    const { site, context } = await uploads.publish(files);
    const changed = await uploads.upload({ ...files, 'index.html': '<p>2' }, context);
    const update = { id: site.id, htmlContent: '', uploadId: changed, baseVersion: null };
    await sites.client.call(versionMessages.updateSite, update, context);
    const markdown = { htmlContent: '# やあ', format: 'markdown' as const };
    const { site: text } = await sites.client.call(siteMessages.createSite, markdown, context);
    const component = { htmlContent: 'export default () => <p>1</p>;', format: 'component' as const };
    const { site: app } = await sites.client.call(siteMessages.createSite, component, context);
    const versionOf = async (id: string, version?: number, caller = context) =>
      uploads.unzip(await sites.client.call(versionMessages.getArchive, { id, version }, caller));
    expect(await versionOf(site.id, 1)).toEqual({ 'index.html': INDEX, 'img/桜.png': '\x01\0\x02' });
    expect(await versionOf(site.id)).toMatchObject({ 'index.html': '<p>2' });
    expect(await versionOf(text.id)).toMatchObject({
      'index.md': '# やあ',
      'index.html': expect.stringMatching('<h1'),
    });
    expect(withoutLibraries(await versionOf(app.id))).toEqual(['App.tsx', 'index.html']);
    await expect(versionOf(site.id, 1, contextOf())).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
    await expect(versionOf(site.id, 3)).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });

    const all = await uploads.unzip(await sites.client.call(versionMessages.getAccountArchive, {}, context));
    const folder = `pages/${site.path}`;
    expect(withoutLibraries(all)).toEqual(
      [
        ...['README.txt', `${folder}/page.json`, `${folder}/v1/index.html`, `${folder}/v2/img/桜.png`],
        ...[`${folder}/v2/index.html`, `pages/${text.path}/page.json`, `pages/${text.path}/v1/index.md`],
        ...['page.json', 'v1/App.tsx', 'v1/index.html'].map((name) => `pages/${app.path}/${name}`),
      ].toSorted(),
    );
    expect(JSON.parse(all[`${folder}/page.json`] ?? '')).toMatchObject({
      id: site.id,
      versions: [
        { version: 2 },
        { version: 1, files: [{ stored_in: `${folder}/v2/img/桜.png` }, { path: 'index.html' }] },
      ],
    });
  });

  it('are downloaded while others read nothing of their archives; the oldest of very many is cut off', async () => {
    const pictures = Array.from({ length: 2 }, (_, at) => [`${at}.png`, randomBytes(9 * 1_048_576)] as const);
    const { site, context } = await uploads.publish({ 'index.html': INDEX, ...Object.fromEntries(pictures) });
    const { ticket } = await sites.client.call(versionMessages.getArchive, { id: site.id }, context);
    const opened: Response[] = [];
    const open = async () => {
      const response = await fetch(`${uploads.origin}${FILES_PATH}${ticket}/page.zip`);
      if (response.ok) opened.push(response);
      return response.ok;
    };
    while (opened.length < 33) await waitFor(open, { what: 'an archive to begin' });
    const { site: small, context: other } = await uploads.publish({ 'index.html': INDEX });
    const archive = await sites.client.call(versionMessages.getArchive, { id: small.id }, other);
    await waitFor(() => uploads.unzip(archive), { what: 'an archive to be sent' });
    await expect(opened[0]?.arrayBuffer()).rejects.toThrow();
    await Promise.all(opened.slice(1).map(async (response) => response.body?.cancel()));
  });

  it('accept no other bytes than declared, no other ticket and no undeclared file', async () => {
    const begun = await uploads.begin({ 'index.html': '<p>declared' }, contextOf());
    const name = sha256('<p>declared');
    expect((await uploads.put(begun, name, '<p>declareD')).status).toBe(422);
    expect((await uploads.put(begun, name, '<p>declared and more')).status).toBe(422);
    expect((await uploads.put({ ...begun, ticket: 'x' }, name, '<p>declared')).status).toBe(403);
    const other = await uploads.begin({ 'index.html': '<p>other' }, contextOf());
    expect((await uploads.put({ ...begun, ticket: other.ticket }, name, '<p>declared')).status).toBe(403);
    expect((await uploads.put(begun, sha256('other'), 'other')).status).toBe(404);
    expect(await uploads.describe(begun)).toMatchObject({ state: 'receiving', missing: [name] });
    expect((await uploads.put(begun, name, '<p>declared')).status).toBe(200);
    const described = await uploads.describe(begun);
    expect(described).toMatchObject({ state: 'ready', missing: [] });
    // Pages have no hosts of their own in this system.
    expect(described).not.toHaveProperty('preview_url');
  });

  it('are published only when they are complete, and only by their account', async () => {
    const context = contextOf();
    const begun = await uploads.begin({ 'index.html': '<p>1', 'b.js': 'late' }, context);
    await uploads.put(begun, sha256('<p>1'), '<p>1');
    await expect(sites.publishUpload(begun.id, context)).rejects.toMatchObject({
      code: 'UPLOAD_INCOMPLETE',
      message: expect.stringContaining('b.js'),
    });
    await uploads.put(begun, sha256('late'), 'late');
    await expect(sites.publishUpload(begun.id, contextOf())).rejects.toMatchObject({ code: 'UPLOAD_NOT_FOUND' });
    await sites.publishUpload(begun.id, context);
  });

  it('are published once when another upload of the same files is sent with the same key', async () => {
    const context = contextOf();
    const publish = async (files: Record<string, string>) => {
      const uploadId = await uploads.upload(files, context);
      const call = { htmlContent: '', uploadId, title: 'a title', idempotencyKey: 'key' };
      return (await sites.client.call(siteMessages.createSite, call, context)).site;
    };
    const site = await publish({ 'index.html': INDEX, 'app.js': '1' });
    expect(site.title).toBe('a title');
    expect(await publish({ 'app.js': '1', 'index.html': INDEX })).toEqual(site);
    await expect(publish({ 'index.html': INDEX, 'app.js': '2' })).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('of a refused document refuse the page and name the file', async () => {
    await expect(uploads.publish({ 'index.html': INDEX, 'login/index.html': PHISHING })).rejects.toMatchObject({
      code: 'PAGE_REFUSED',
      message: expect.stringContaining('login/index.html'),
      findings: expect.arrayContaining([expect.objectContaining({ rule: 'credential.password' })]),
    });
  });

  it.each([
    ['../a.html', 'FILE_PATH_INVALID'],
    ['/a.html', 'FILE_PATH_INVALID'],
    ['a\\b.html', 'FILE_PATH_INVALID'],
    ['a//b.html', 'FILE_PATH_INVALID'],
    ['1/2/3/4/5/6/7/8/9/a.html', 'FILE_TOO_DEEP'],
    ['INDEX.html', 'FILE_PATHS_EQUAL'],
  ])('refuse the name %j', async (path, code) => {
    const begun = uploads.begin({ 'index.html': INDEX, [path]: 'x' }, contextOf());
    await expect(begun).rejects.toMatchObject({ code, message: expect.stringContaining(path) });
  });

  it('send only what is new, and are charged only for that', async () => {
    const files = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`${at}.txt`, `text ${at}`]));
    const { site, context } = await uploads.publish({ 'index.html': '<p>a', ...files });
    expect((await uploads.begin({ 'index.html': '<p>a', ...files }, context)).missing).toEqual([]);
    const changed = { 'index.html': '<p>changed', ...files };
    const begun = await uploads.begin(changed, context);
    expect(begun.missing).toEqual([sha256('<p>changed')]);
    await uploads.put(begun, sha256('<p>changed'), '<p>changed');
    const update = { id: site.id, htmlContent: '', uploadId: begun.id, baseVersion: 1 };
    const updated = await sites.client.call(versionMessages.updateSite, update, context);
    expect(updated.site).toMatchObject({ version: 2, isChanged: true });
    const restored = { id: site.id, version: 1 };
    expect(await sites.client.call(versionMessages.restoreVersion, restored, context)).toMatchObject({
      site: { version: 3, isChanged: true },
    });
    const ofTexts = Object.values(files).join('').length;
    expect(await versionsOf(site.id)).toEqual([
      { number: 1, bytes: ofTexts + 4 },
      { number: 2, bytes: 10 },
      { number: 3, bytes: 0 },
    ]);
    // The files of an erased version are charged to the next one that has them.
    await sites.client.call(versionMessages.eraseVersion, { id: site.id, version: 1 }, context);
    expect(await versionsOf(site.id)).toEqual([
      { number: 2, bytes: ofTexts + 10 },
      { number: 3, bytes: 4 },
    ]);
    const got = await sites.client.call(versionMessages.getVersion, { id: site.id, version: 2 }, context);
    expect(got.files).toHaveLength(21);
    expect(got.files).toContainEqual({ path: 'index.html', bytes: 10, sha256: sha256('<p>changed') });
  });

  it('give nobody a file whose hash they only know', async () => {
    const files = { 'index.html': '<p>public', 'secret.txt': 'a text that only its owner has' };
    await uploads.publish(files);
    const stranger = contextOf();
    const begun = await uploads.begin(files, stranger);
    expect(begun.missing).toHaveLength(2);
    await uploads.put(begun, sha256('<p>public'), '<p>public');
    expect(await uploads.describe(begun)).toMatchObject({ state: 'receiving', missing: [sha256(files['secret.txt'])] });
    await expect(sites.publishUpload(begun.id, stranger)).rejects.toMatchObject({
      code: 'UPLOAD_INCOMPLETE',
      message: expect.stringContaining('secret.txt'),
    });
    await uploads.put(begun, sha256(files['secret.txt']), files['secret.txt']);
    await sites.publishUpload(begun.id, stranger);
  });

  it('may be sent in parallel and again', async () => {
    const context = contextOf();
    const files = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`${at}.js`, `let a = ${at};`]));
    const begun = await uploads.begin(files, context);
    const sent = await Promise.all(
      [...Object.values(files), ...Object.values(files)].map((content) => uploads.put(begun, sha256(content), content)),
    );
    expect(sent.map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
    await sites.publishUpload(begun.id, context);
  });

  it('with a banned file are refused by its name, and their pages are stopped', async () => {
    const { site, context } = await uploads.publish({ 'index.html': '<p>with a banned file', 'bad.js': 'banned()' });
    const hash = sha256('banned()');
    await sites.rows('INSERT INTO banned_contents (hash, reason, banned_at) VALUES ($1, $2, now())', [
      Buffer.from(hash, 'hex'),
      'harmful',
    ]);
    const stopping = new StopSitesWhenContentBanned(new Outbox());
    const ban = { hash, reason: 'harmful' };
    await sites.dataSource.transaction((manager) => stopping.handle(ban, { manager, context, eventId: site.id }));
    expect(await sites.rows('SELECT stopped_reason FROM sites WHERE id = $1', [site.id])).toEqual([
      { stopped_reason: 'harmful' },
    ]);
    // The service reads bans every five seconds.
    const publish = () => uploads.publish({ 'index.html': '<p>again', 'bad.js': 'banned()' }).then(() => '', String);
    await waitFor(async () => (await publish()).includes('bad.js'), { timeoutMs: 10_000, what: 'the ban to count' });
  });

  it('lose their files a day after their end, unless a page has them', async () => {
    const { site } = await uploads.publish({ 'index.html': '<p>kept', 'a.txt': 'kept' });
    const begun = await uploads.begin({ 'index.html': '<p>kept', 'b.txt': 'never published' }, contextOf());
    await uploads.put(begun, sha256('never published'), 'never published');
    const job = new RemoveUnusedFiles(sites.dataSource, storage);
    await job.run(undefined, new Date(Date.now() + 23 * HOUR_MS));
    expect(await storage.readFile(sha256('never published'))).toBeDefined();
    await job.run(undefined, new Date(Date.now() + 26 * HOUR_MS));
    expect(await storage.readFile(sha256('never published'))).toBeUndefined();
    expect(await storage.readFile(sha256('kept'))).toBeDefined();
    expect(await sites.rows('SELECT FROM uploads')).toEqual([]);
    // The files of a page go with its content.
    await sites.rows('DELETE FROM sites WHERE id = $1', [site.id]);
    const later = new Date(Date.now() + 48 * HOUR_MS);
    await new RemoveUnusedContents(sites.dataSource).run(undefined, later);
    await job.run(undefined, later);
    expect(await storage.readFile(sha256('kept'))).toBeUndefined();
  });

  it('may be sent from other origins, because the ticket decides', async () => {
    for (const path of ['archives', `uploads/${randomUUID()}/${'0'.repeat(64)}`]) {
      const headers = { origin: 'https://example.com', 'access-control-request-method': 'PUT' };
      const preflight = await fetch(`${uploads.origin}/functions/v1/${path}`, { method: 'OPTIONS', headers });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-headers')).toContain(TICKET_HEADER);
      const refused = await fetch(`${uploads.origin}/functions/v1/${path}`, { method: 'PUT', body: 'x' });
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, '*']);
    }
  });
});

function withoutLibraries(files: Record<string, string>): string[] {
  return Object.keys(files)
    .filter((name) => !name.includes('/lib/') && !name.startsWith('lib/'))
    .toSorted();
}
