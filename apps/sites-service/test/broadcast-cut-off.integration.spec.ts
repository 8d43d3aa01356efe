import { randomUUID } from 'node:crypto';
import { siteMessages } from '@haru/contracts';
import { waitFor } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CuttableLine } from './cuttable-line.js';
import { ask } from './http.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

/** No visitor sees an old state for longer than this, even without an announcement. */
const STALE_MS = 5_000;
const TOLD_MS = 1_500;

describe('a viewer that receives no broadcasts', () => {
  const accountId = randomUUID();
  let sites: SitesUnderTest;
  let line: CuttableLine;
  let port: number;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    line = await CuttableLine.to(sites.redis.port);
    [, , { port }] = await Promise.all([
      sites.startService(),
      sites.startWorker(),
      sites.startViewer({ REDIS_URL: `redis://127.0.0.1:${line.port}` }),
    ]);
  }, 60_000);
  afterAll(async () => {
    await sites.stop();
    await line.cut();
  });

  const publish = () => sites.createSite({ htmlContent: '<h1>x</h1>' }, { accountId });
  const byId = (id: string) => [{ column: 'id', operator: 'eq' as const, values: [id] }];
  const change = (id: string, changes: Record<string, unknown>) =>
    sites.client.call(
      siteMessages.updateSites,
      { filters: byId(id), changes, single: false },
      contextOf({ accountId }),
    );
  const remove = (id: string) =>
    sites.client.call(siteMessages.deleteSites, { filters: byId(id), single: false }, contextOf({ accountId }));
  const shown = async (path: string) => {
    const { status, headers } = await ask(port, `/share/${path}`);
    return `${status}${status === 200 && headers['x-robots-tag'] === 'noindex' ? ' noindex' : ''}`;
  };

  /**
   * Views the page without a pause, so that it is in memory and in use.
   * @returns ms until the start of the last request that still saw another state
   */
  async function viewUntil(path: string, look: string, since: number): Promise<number> {
    let askedAt = since;
    let otherwiseAt = since;
    const looksLikeThat = async () => {
      otherwiseAt = askedAt;
      askedAt = performance.now();
      return (await shown(path)) === look;
    };
    await waitFor(looksLikeThat, { timeoutMs: 20_000, everyMs: 5, what: look });
    return otherwiseAt - since;
  }

  async function changeFour(): Promise<number[]> {
    const all = await Promise.all([publish(), publish(), publish(), publish()]);
    const [moved, hidden, deleted, expired] = all;
    if (!moved || !hidden || !deleted || !expired) throw new Error('four pages were asked for');
    for (const { path } of all) await viewUntil(path, '200', performance.now());
    const path = `moved-${randomUUID().slice(0, 8)}`;
    await Promise.all([
      change(moved.id, { path }),
      change(hidden.id, { noindex: true }),
      remove(deleted.id),
      sites.rows('UPDATE sites SET is_active = false WHERE id = $1', [expired.id]),
    ]);
    const since = performance.now();
    const times = await Promise.all([
      viewUntil(moved.path, '404', since),
      viewUntil(path, '200', since),
      viewUntil(hidden.path, '200 noindex', since),
      viewUntil(deleted.path, '404', since),
    ]);
    // Changes written without the services are not announced.
    expect(await viewUntil(expired.path, '410', since)).toBeLessThan(STALE_MS);
    return times;
  }

  it('shows changes within five seconds, and receives broadcasts again after the connection is back', async () => {
    for (const ms of await changeFour()) expect(ms).toBeLessThan(TOLD_MS);
    await line.cut();
    const untold = await changeFour();
    for (const ms of untold) expect(ms).toBeLessThan(STALE_MS);
    await line.join();
    await waitFor(async () => Math.max(...(await changeFour())) < TOLD_MS, {
      timeoutMs: 40_000,
      what: 'news to come through again',
    });
  }, 90_000);
});
