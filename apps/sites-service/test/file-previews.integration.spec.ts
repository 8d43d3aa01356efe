import { recoveryMessages, versionMessages } from '@haru/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PAGE_SANDBOX } from '../src/viewer/headers/page-security.js';
import { ask } from './http.js';
import { contextOf, PUBLIC_ORIGIN, SitesUnderTest } from './sites-under-test.js';
import { sha256, UploadsUnderTest } from './uploads-under-test.js';

const VIEWER_ORIGIN_PATTERN = 'https://{path}.pages.example';
const FILES = { 'index.html': '<title>春</title><script src="/app.js"></script>', 'app.js': 'let x = 1;' };

describe('a preview of several files', () => {
  let sites: SitesUnderTest;
  let uploads: UploadsUnderTest;
  let port: number;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    const env = { VIEWER_ORIGIN_PATTERN };
    const [, origin, viewer] = await Promise.all([
      sites.startService(env),
      sites.startUploads(env),
      sites.startViewer(env),
    ]);
    uploads = new UploadsUnderTest(sites, origin);
    port = viewer.port;
  }, 60_000);
  afterAll(() => sites.stop());

  async function uploaded(files: Record<string, string> = FILES) {
    const context = contextOf();
    const begun = await uploads.begin(files, context);
    if (begun.missing.length > 0) expect(await uploads.describe(begun)).not.toHaveProperty('preview_url');
    for (const content of Object.values(files)) await uploads.put(begun, sha256(content), content);
    const { preview_url: url = '' } = await uploads.describe(begun);
    return { context, begun, host: new URL(url).host, url };
  }
  const show = (host: string, path: string, destination?: string, headers: Record<string, string> = {}) =>
    ask(port, path, { headers: { host, ...(destination ? { 'sec-fetch-dest': destination } : {}), ...headers } });

  it('shows an upload in a frame of the app, in a sandbox and never cached', async () => {
    const { url, host } = await uploaded();
    expect(url).toMatch(/^https:\/\/preview-[a-z0-9]{32}\.pages\.example$/);
    const page = await show(host, '/?x', 'iframe');
    expect(page.body.toString()).toContain(FILES['index.html']);
    expect(page.headers).toMatchObject({
      'content-security-policy': `${PAGE_SANDBOX}; frame-ancestors ${PUBLIC_ORIGIN}`,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
    });
    const script = await show(host, '/app.js', 'script');
    expect(script.body.toString()).toBe(FILES['app.js']);
    // The document has an opaque origin.
    expect(script.headers['access-control-allow-origin']).toBe('*');
    expect((await show(host, '/missing.png', 'image')).status).toBe(404);
  });

  it('shows the page of an upload that publishing would show first', async () => {
    const { host } = await uploaded({ 'top.html': '<p>the only page', 'a.css': 'b {}' });
    expect((await show(host, '/', 'iframe')).body.toString()).toContain('the only page');
  });

  it('is not shown in a window, to other programs or as a service worker, nor under another name', async () => {
    const { host } = await uploaded();
    expect((await show(host, '/', 'document')).status).toBe(404);
    expect((await show(host, '/')).status).toBe(404);
    expect((await show(host, '/app.js')).status).toBe(404);
    expect((await show(host, '/app.js', 'serviceworker', { 'service-worker': 'script' })).status).toBe(403);
    expect((await show(`preview-${'0'.repeat(32)}.pages.example`, '/', 'iframe')).status).toBe(410);
    expect((await ask(port, '/', { method: 'POST', headers: { host, 'sec-fetch-dest': 'iframe' } })).status).toBe(405);
  });

  it('keeps its name while it is valid, and gets another one after its end', async () => {
    const { begun, host, url } = await uploaded({ 'index.html': '<p>expires' });
    expect((await uploads.describe(begun)).preview_url).toBe(url);
    await sites.rows('UPDATE previews SET expires_at = now() WHERE name = $1', [host.slice(8, 40)]);
    expect((await show(host, '/', 'iframe')).status).toBe(410);
    expect((await uploads.describe(begun)).preview_url).not.toBe(url);
  });

  it('shows an old version to the owner of its page, until the page is stopped', async () => {
    const { site, context } = await uploads.publish({ ...FILES, 'app.js': 'old()' });
    const uploadId = await uploads.upload(FILES, context);
    const update = { id: site.id, htmlContent: '', uploadId, baseVersion: 1 };
    await sites.client.call(versionMessages.updateSite, update, context);
    const preview = (version: number, caller = context) =>
      sites.client.call(recoveryMessages.previewVersion, { id: site.id, version }, caller);
    const { token, kind } = await preview(1);
    expect(kind).toBe('files');
    const hostOf = (name: string) => `preview-${name}.pages.example`;
    expect((await show(hostOf(token), '/app.js', 'script')).body.toString()).toBe('old()');
    await expect(preview(1, contextOf())).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
    const current = await preview(2);
    await sites.rows(
      `UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = 'x', stopped_source = 'moderator' WHERE id = $1`,
      [site.id],
    );
    expect((await show(hostOf(current.token), '/', 'iframe')).status).toBe(410);
  });
});
