import { query, startProxy, waitFor } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PAGE_SANDBOX } from '../src/viewer/page-security.js';
import { ask } from './http.js';
import { SitesUnderTest } from './sites-under-test.js';

describe('viewer whose database is away', () => {
  let sites: SitesUnderTest;
  let port: number;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    [, { port }] = await Promise.all([sites.startService(), sites.startViewer()]);
  }, 60_000);
  afterAll(() => sites.stop());

  /** Ends the viewer's connections and lets it have, or not have, others. */
  async function admit(connections: boolean): Promise<void> {
    const url = new URL(sites.database.url);
    const name = url.pathname.slice(1);
    url.pathname = '/postgres';
    await query(url.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${String(connections)}`);
    // From without: we are not let in either.
    await query(
      url.href,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND application_name = 'sites-viewer'`,
    );
  }

  const ready = async () => (await ask(port, '/readyz')).status;

  it('shows the pages it knows, is sorry for the others, and recovers by itself', async () => {
    const [known, other] = await Promise.all(
      ['<h1>known</h1>', '<h1>other</h1>'].map((htmlContent) => sites.createSite({ htmlContent })),
    );
    expect((await ask(port, `/share/${known?.path}`)).status).toBe(200);

    await admit(false);
    await waitFor(async () => (await ready()) === 503, { timeoutMs: 10_000, what: 'the viewer to notice' });
    expect((await ask(port, '/healthz')).status).toBe(200);
    const away = await ask(port, `/share/${other?.path}`);
    expect(away.status).toBe(503);
    expect(away.body.toString()).toContain('<code id="code">FETCH_ERROR</code>');
    expect(away.headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'content-security-policy': PAGE_SANDBOX,
    });

    // Long enough for the page in memory to be asked about, and the question to fail.
    const until = Date.now() + 5_000;
    await waitFor(
      async () => {
        expect((await ask(port, `/share/${known?.path}`)).body.toString()).toContain('<h1>known</h1>');
        return Date.now() > until;
      },
      { timeoutMs: 15_000, what: 'the page to be needed without its database' },
    );

    await admit(true);
    await waitFor(async () => (await ready()) === 200, { timeoutMs: 10_000, what: 'the viewer to recover' });
    expect((await ask(port, `/share/${other?.path}`)).status).toBe(200);
  });

  it('has no connection left to a host that was lost, once that is back', async () => {
    const pages = await Promise.all(Array.from({ length: 8 }, () => sites.createSite({ htmlContent: '<h1>one</h1>' })));
    const url = new URL(sites.database.url);
    const proxy = await startProxy(Number(url.port));
    url.host = `127.0.0.1:${proxy.port}`;
    const { port: proxied } = await sites.startViewer({ DATABASE_URL: url.href, DATABASE_POOL_SIZE: '2' });
    const statuses = (of: typeof pages) =>
      Promise.all(of.map(async ({ path }) => (await ask(proxied, `/share/${path}`)).status));
    try {
      expect(await statuses(pages.slice(0, 2))).toEqual([200, 200]);
      proxy.fallSilent();
      expect(await statuses(pages.slice(2, 4))).toEqual([503, 503]);
      proxy.recover();
      expect(await statuses(pages.slice(4))).toEqual([200, 200, 200, 200]);
    } finally {
      await proxy.stop();
    }
  });
});
