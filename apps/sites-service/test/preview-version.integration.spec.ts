import { randomUUID } from 'node:crypto';
import { limits, PREVIEW_PREFIX, recoveryMessages, versionMessages } from '@haru/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PreviewSigner } from '../src/trees/tickets.js';
import { PAGE_SANDBOX } from '../src/viewer/headers/page-security.js';
import { ask } from './http.js';
import { contextOf, PAGE_MANIFEST_KEY, PUBLIC_ORIGIN, SitesUnderTest } from './sites-under-test.js';

describe('the preview of an old version', () => {
  let sites: SitesUnderTest;
  let port: number;
  let ownOriginsPort: number;
  const signer = new PreviewSigner([PAGE_MANIFEST_KEY]);

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    const own = { VIEWER_ORIGIN_PATTERN: 'https://{path}.pages.example' };
    [, { port }, { port: ownOriginsPort }] = await Promise.all([
      sites.startService(),
      sites.startViewer(),
      sites.startViewer(own),
    ]);
  }, 60_000);
  afterAll(() => sites.stop());

  const accountId = randomUUID();
  /** Makes a page whose first version has no title element, and whose second is shown. */
  async function updatedSite() {
    const site = await sites.createSite({ htmlContent: '<h1>古い</h1>' }, { accountId });
    const latest = `<title>${randomUUID()}</title>`;
    const update = { id: site.id, htmlContent: latest, baseVersion: 1, source: 'api' as const };
    await sites.client.call(versionMessages.updateSite, update, contextOf({ accountId }));
    return { ...site, latest };
  }
  const preview = (id: string, version: number, caller = contextOf({ accountId })) =>
    sites.client.call(recoveryMessages.previewVersion, { id, version }, caller);
  const show = (token: string, at = port, headers: Record<string, string> = {}) =>
    ask(at, PREVIEW_PREFIX + token, { headers: { host: `localhost:${at}`, ...headers } });

  it('shows that version in a sandbox, not cached, not indexed, without a Referer, also where pages have hosts', async () => {
    const { id, latest } = await updatedSite();
    const { token, expiresAt } = await preview(id, 1);
    const lifetime = Date.parse(expiresAt) - Date.now();
    expect(Math.abs(lifetime - limits.previewMinutes * 60_000)).toBeLessThan(10_000);
    for (const at of [port, ownOriginsPort]) {
      const answer = await show(token, at);
      expect(answer.body.toString()).toBe('<title>古い</title><h1>古い</h1>');
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': PAGE_SANDBOX,
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      });
      expect(answer.headers.etag).toBeUndefined();
    }
    expect((await show((await preview(id.toUpperCase(), 2)).token)).body.toString()).toBe(latest);
  });

  const UNFINISHED = `'{"outcome": "unchecked", "rules": null, "signals": [], "unfinished": 0}'`;

  it.each([
    ['of a page under review', 'UPDATE sites SET under_review = true WHERE id = $1', 200, 'このページは確認中です'],
    [
      'of a version that was not checked to its end',
      `UPDATE page_versions SET check_result = ${UNFINISHED} WHERE site_id = $1 AND number = 1`,
      200,
      'このページは確認中です',
    ],
    ['of an expired page', `UPDATE sites SET expires_at = now() WHERE id = $1`, 410, 'SITE_EXPIRED'],
  ])('%s is shown in a frame of the app alone', async (_what, change, status, text) => {
    const { id } = await updatedSite();
    const { token } = await preview(id, 1);
    await sites.rows(change, [id]);
    for (const destination of [undefined, 'document', 'empty']) {
      const answer = await show(token, port, destination ? { 'sec-fetch-dest': destination } : {});
      expect(answer.status).toBe(status);
      expect(answer.body.toString()).toContain(text);
      expect(answer.body.toString()).not.toContain('古い');
    }
    const framed = await show(token, port, { 'sec-fetch-dest': 'iframe' });
    expect(framed.body.toString()).toContain('<h1>古い</h1>');
    expect(framed.headers['content-security-policy']).toBe(`${PAGE_SANDBOX}; frame-ancestors ${PUBLIC_ORIGIN}`);
  });

  it('is not reached by a query of the share link', async () => {
    const { path, latest } = await updatedSite();
    expect((await ask(port, `/share/${path}?v=1`)).body.toString()).toBe(latest);
  });

  it('is for the owner of the page alone, and only of versions that there are', async () => {
    const { id } = await updatedSite();
    await expect(preview(id, 1, contextOf())).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
    await expect(preview(randomUUID(), 1)).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
    await expect(preview(id, 3)).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND' });
  });

  it('is refused after its time, when the page is stopped or deleted, and without the version', async () => {
    const { id } = await updatedSite();
    const { token } = await preview(id, 1);
    const past = new Date(Date.now() - limits.previewMinutes * 60_000);
    const expired = await show(signer.sign({ siteId: id, version: 1 }, past).token);
    expect(expired.status).toBe(410);
    expect(expired.body.toString()).toContain('PREVIEW_EXPIRED');
    // Its script would send the last part of the address to the API.
    expect(expired.headers['content-security-policy']).not.toContain('allow-scripts');
    expect((await show(`${token.slice(0, -1)}_`)).status).toBe(410);

    await sites.rows(
      `UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = 'x', stopped_source = 'admin' WHERE id = $1`,
      [id],
    );
    expect((await show(token)).status).toBe(451);
    await expect(preview(id, 1)).rejects.toMatchObject({ code: 'SITE_STOPPED' });
    await sites.rows('DELETE FROM page_versions WHERE site_id = $1 AND number = 1', [id]);
    await sites.rows('UPDATE sites SET stopped_at = NULL, stopped_reason = NULL, stopped_source = NULL WHERE id = $1', [
      id,
    ]);
    expect((await show(token)).status).toBe(404);
    await sites.rows('DELETE FROM sites WHERE id = $1', [id]);
    expect((await show(token)).status).toBe(404);
  });
});
