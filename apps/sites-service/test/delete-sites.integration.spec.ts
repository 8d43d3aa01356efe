import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { siteMessages } from '@haru/contracts';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

describe('deleting many sites at once', () => {
  const accountId = randomUUID();
  let sites: SitesUnderTest;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    await sites.startService();
  }, 60_000);
  afterEach(() => sites.empty());
  afterAll(() => sites.stop());

  const deleteAll = () =>
    sites.client.call(
      siteMessages.deleteSites,
      { filters: [{ column: 'user_id', operator: 'eq', values: [accountId] }], single: false },
      contextOf({ accountId }),
    );

  it('tells of them in events of 500', async () => {
    await sites.rows(
      `INSERT INTO sites (id, user_id, title, path, html_content, storage_path, created_at, expires_at, last_modified)
       SELECT gen_random_uuid(), $1, 't', 'page-' || n, 'x', 'x', now(), now() + interval '1 day', now()
       FROM generate_series(1, 1001) AS n`,
      [accountId],
    );
    expect((await deleteAll()).total).toBe(1_001);
    const events = await sites.rows<{ told: { path: string }[] }>(
      `SELECT payload->'sites' AS told FROM outbox WHERE name = 'siteDeleted' ORDER BY seq`,
    );
    expect(events.map(({ told }) => told.length)).toEqual([500, 500, 1]);
    expect(new Set(events.flatMap(({ told }) => told.map(({ path }) => path))).size).toBe(1_001);
  });
});
