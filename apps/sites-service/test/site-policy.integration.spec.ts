import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Caller, siteMessages } from '@haru/contracts';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

describe('a deployment where temporary accounts neither list, delete nor choose noindex', () => {
  let sites: SitesUnderTest;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    const policy = { list: ['registered'], delete: ['registered'], noindex: ['registered'] };
    await sites.startService({ SITE_POLICY: JSON.stringify(policy) });
  }, 60_000);
  afterAll(() => sites.stop());

  const as = (caller: Caller) => ({ requestId: randomUUID(), caller });
  const temporary = contextOf({ isAnonymous: true });
  const registered = contextOf();
  const refused = { code: 'REGISTRATION_REQUIRED' };

  it('lists sites of registered accounts, and an empty list for visitors', async () => {
    const list = { columns: ['id'], filters: [], order: [], offset: 0, single: false };
    const listed = (context = registered, want: 'rows' | 'totalOnly' = 'rows') =>
      sites.client.call(siteMessages.listSites, { ...list, want }, context);
    await expect(listed(temporary)).rejects.toMatchObject(refused);
    await expect(listed(temporary, 'totalOnly')).rejects.toMatchObject(refused);
    for (const context of [registered, as({ role: 'anon' }), as({ role: 'service_role' })]) {
      expect(await listed(context)).toEqual({ rows: [] });
    }
  });

  it('removes artifacts of registered accounts, as it deletes their sites', async () => {
    const removed = async (context = registered) => {
      const { id } = await sites.createSite(
        { htmlContent: 'x' },
        context.caller.role === 'authenticated' ? context.caller : {},
      );
      const [row] = await sites.rows<{ storage_path: string }>('SELECT storage_path FROM sites WHERE id = $1', [id]);
      const request = { storagePaths: [row?.storage_path ?? ''] };
      return (await sites.client.call(siteMessages.removeArtifacts, request, context)).removed.length;
    };
    await expect(removed(temporary)).rejects.toMatchObject(refused);
    expect(await removed()).toBe(1);
    expect(await removed(as({ role: 'anon' }))).toBe(0);
    expect(await removed(as({ role: 'service_role' }))).toBe(1);
  });

  it('publishes with noindex for registered accounts', async () => {
    const request = { htmlContent: 'x', noindex: true };
    await expect(sites.createSite(request, { isAnonymous: true })).rejects.toMatchObject(refused);
    expect(await sites.createSite({ ...request, noindex: false }, { isAnonymous: true })).toMatchObject({
      title: '無題のページ',
    });
    expect(await sites.createSite(request)).toMatchObject({ title: '無題のページ' });
  });
});
