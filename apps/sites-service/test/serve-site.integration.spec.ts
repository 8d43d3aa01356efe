import { siteMessages } from '@haru/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { waitFor } from '@haru/testing';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

const visitor = { requestId: 'visit', caller: { role: 'anon' as const } };

describe('serveSite and countActiveSites', () => {
  let sites: SitesUnderTest;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    await sites.startService();
  }, 60_000);
  afterAll(() => sites.stop());

  const serve = (path: string) => sites.client.call(siteMessages.serveSite, { path }, visitor);

  it('answers the page as it was pasted, without the title inserted for viewers', async () => {
    const { path } = await sites.createSite({ htmlContent: '<h1>見出し</h1>' });
    expect(await serve(path)).toEqual({ site: { title: '見出し', htmlContent: '<h1>見出し</h1>' } });
  });

  it('says of a page under review that visitors see a notice first', async () => {
    const { path } = await sites.createSite({ htmlContent: '<p>春</p>' });
    await sites.rows('UPDATE sites SET under_review = true WHERE path = $1', [path]);
    expect(await serve(path)).toMatchObject({ site: { htmlContent: '<p>春</p>', underReview: true } });
  });

  it.each(['unknown2', 'UPPER', '', '../x', '\0', 'x'.repeat(5_000)])('knows no site at %j', async (path) => {
    await expect(serve(path)).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
  });

  it('refuses a page from the moment of its expiry, and an inactive one', async () => {
    const { path } = await sites.createSite({ htmlContent: 'x' });
    const expiresAt = Date.now() + 700;
    await sites.rows('UPDATE sites SET expires_at = $2 WHERE path = $1', [path, new Date(expiresAt)]);
    let askedAt: number;
    do {
      askedAt = Date.now();
      const error = await serve(path).then(
        () => undefined,
        (refusal: unknown) => refusal,
      );
      // The service decides at some time between request and answer.
      if (error === undefined) expect(askedAt).toBeLessThan(expiresAt);
      else {
        expect(error).toMatchObject({ code: 'SITE_EXPIRED' });
        expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
      }
    } while (askedAt < expiresAt);
    await sites.rows(`UPDATE sites SET expires_at = now() + interval '1 day', is_active = false WHERE path = $1`, [
      path,
    ]);
    await expect(serve(path)).rejects.toMatchObject({ code: 'SITE_EXPIRED' });
  });

  it('counts the live sites of all accounts within a few seconds', async () => {
    const count = async () => (await sites.client.call(siteMessages.countActiveSites, {}, visitor)).count;
    await sites.empty();
    await waitFor(async () => (await count()) === 0, { timeoutMs: 5_000, what: 'no sites' });
    const [one, two] = await Promise.all(['1', '2', '3', '4'].map((htmlContent) => sites.createSite({ htmlContent })));
    await sites.rows('UPDATE sites SET is_active = false WHERE id = $1', [one?.id]);
    await sites.rows('UPDATE sites SET expires_at = now() WHERE id = $1', [two?.id]);
    await waitFor(async () => (await count()) === 2, { timeoutMs: 5_000, what: 'two live sites' });
  });

  it('names the invalid field', async () => {
    const wrong = { htmlContent: 5 } as unknown as { htmlContent: string };
    await expect(sites.client.call(siteMessages.createSite, wrong, contextOf())).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      faults: [{ field: 'htmlContent' }],
    });
  });
});
