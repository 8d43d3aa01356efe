import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { siteMessages } from '@haru/contracts';
import { allowInTransaction } from '@haru/service-runtime';
import { waitFor } from '@haru/testing';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

describe('deleting many sites together', () => {
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

  it('publishes them in events of 500', async () => {
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

  it('locks the rows in the order of their ids, not of their creation', async () => {
    const [first = '', last = ''] = [randomUUID(), randomUUID()].sort();
    // The last by id comes first in the table and, being the newest, in the index of its owner.
    await sites.rows(
      `INSERT INTO sites (id, user_id, title, path, html_content, storage_path, created_at, expires_at, last_modified)
       SELECT id, $1, 't', left(id::text, 20), 'x', 'x', now() - n * interval '1 minute', now() + interval '1 day', now()
       FROM unnest($2::uuid[]) WITH ORDINALITY AS given (id, n)`,
      [accountId, [last, first]],
    );
    let deleting: Promise<{ total: number }> | undefined;
    await sites.dataSource.transaction(async (manager) => {
      const lock = 'SELECT FROM sites WHERE id = $1 FOR UPDATE';
      await manager.query(lock, [first]);
      deleting = allowInTransaction(() => deleteAll());
      const waits = async () => (await sites.rows('SELECT FROM pg_locks WHERE NOT granted')).length > 0;
      await waitFor(waits, { timeoutMs: 5_000, what: 'the deletion to wait' });
      expect(await manager.query(`${lock} NOWAIT`, [last])).toHaveLength(1);
    });
    expect((await deleting)?.total).toBe(2);
  });
});

describe.each([
  ['on the shared host is free for others', {}, true],
  ['on an origin of its own stays its owner’s', { VIEWER_ORIGIN_PATTERN: 'https://{path}.pages.example' }, false],
] as const)('the path of a deleted page', (title, env, isFree) => {
  let sites: SitesUnderTest;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    await sites.startService(env);
  }, 60_000);
  afterAll(() => sites.stop());

  it(title, async () => {
    const accountId = randomUUID();
    const publish = (caller = {}) => sites.createSite({ htmlContent: '<p>x', customPath: 'wanted' }, caller);
    // Its former owner gets it again.
    for (let round = 0; round < 2; round++) {
      const { id } = await publish({ accountId });
      await sites.client.call(
        siteMessages.deleteSites,
        { filters: [{ column: 'id', operator: 'eq', values: [id] }], single: false },
        contextOf({ accountId }),
      );
    }
    if (isFree) expect(await publish()).toMatchObject({ path: 'wanted' });
    else await expect(publish()).rejects.toMatchObject({ code: 'PATH_TAKEN' });
  });
});
