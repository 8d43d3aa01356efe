import { execFileSync } from 'node:child_process';
import { createDataSource, migrate } from '@haru/database';
import {
  freePort,
  type PostgresServer,
  query,
  startPostgresServer,
  startProxy,
  temporaryDirectory,
  waitFor,
} from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sitesDatabase } from '../src/database.js';
import { migrations } from '../src/migrations/index.js';
import { FolderStore } from '../src/storage/html-storage/folder-store.js';
import { HtmlStorage } from '../src/storage/html-storage/html-storage.js';
import { PAGE_SANDBOX } from '../src/viewer/headers/page-security.js';
import { WriteManifestsWhenSiteStateChanged } from '../src/storage/workers/write-manifests-when-site-state-changed.worker.js';
import { ask } from './http.js';
import { SitesUnderTest } from './sites-under-test.js';

describe('viewer without its database', () => {
  let sites: SitesUnderTest;
  let port: number;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    [, { port }] = await Promise.all([sites.startService(), sites.startViewer()]);
  }, 60_000);
  afterAll(() => sites.stop());

  /** Ends the viewer's connections and allows or refuses new ones. */
  async function admit(connections: boolean): Promise<void> {
    const url = new URL(sites.database.url);
    const name = url.pathname.slice(1);
    url.pathname = '/postgres';
    await query(url.href, `ALTER DATABASE ${name} ALLOW_CONNECTIONS ${String(connections)}`);
    // It comes from another database, because our connections are refused, too.
    await query(
      url.href,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND application_name = 'sites-viewer'`,
    );
  }

  it('shows cached pages, answers 503 for others, and recovers by itself', async () => {
    const [known, other] = await Promise.all(
      ['<h1>known</h1>', '<h1>other</h1>'].map((htmlContent) => sites.createSite({ htmlContent })),
    );
    expect((await ask(port, `/share/${known?.path}`)).status).toBe(200);

    expect((await ask(port, '/readyz')).status).toBe(200);

    await admit(false);
    await waitFor(async () => (await ask(port, `/share/${other?.path}`)).status === 503, {
      timeoutMs: 10_000,
      what: 'the viewer to notice',
    });
    const unavailable = await ask(port, `/share/${other?.path}`);
    expect((await ask(port, '/healthz')).status).toBe(200);
    // Otherwise a load balancer would send no requests for cached pages.
    expect((await ask(port, '/readyz')).status).toBe(200);
    expect(unavailable.status).toBe(503);
    expect(unavailable.body.toString()).toContain('<code id="code">FETCH_ERROR</code>');
    expect(unavailable.headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'content-security-policy': PAGE_SANDBOX,
    });

    // It is long enough for a query about the page in memory to fail.
    const until = Date.now() + 5_000;
    await waitFor(
      async () => {
        expect((await ask(port, `/share/${known?.path}`)).body.toString()).toContain('<h1>known</h1>');
        return Date.now() > until;
      },
      { timeoutMs: 15_000, what: 'the page to be needed without its database' },
    );

    await admit(true);
    await waitFor(async () => (await ask(port, `/share/${other?.path}`)).status === 200, {
      timeoutMs: 10_000,
      what: 'the viewer to recover',
    });
  });

  it('stops showing a page that a ban stops meanwhile', async () => {
    const [banned, other] = await Promise.all(
      ['<h1>banned</h1>', '<h1>other</h1>'].map((htmlContent) => sites.createSite({ htmlContent })),
    );
    const statusOf = async (path = '') => (await ask(port, `/share/${path}`)).status;
    expect(await statusOf(banned?.path)).toBe(200);
    // The database refuses new connections of this process, too: it gets the two that the worker needs before.
    await Promise.all([sites.rows('SELECT 1'), sites.rows('SELECT 1')]);
    await admit(false);
    await waitFor(async () => (await statusOf(other?.path)) === 503, {
      timeoutMs: 10_000,
      what: 'the viewer to notice',
    });
    await sites.rows(
      `UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = 'x', stopped_source = 'ban' WHERE path = $1`,
      [banned?.path],
    );
    const manifests = sites.newManifestWriter(new HtmlStorage(new FolderStore(sites.storageDirectory)));
    const worker = new WriteManifestsWhenSiteStateChanged(sites.changes, manifests);
    await worker.runEffects([{ paths: [banned?.path ?? ''] }]);
    await waitFor(async () => (await statusOf(banned?.path)) === 451, { timeoutMs: 5_000, what: 'the stop' });
    await admit(true);
    await waitFor(async () => (await statusOf(other?.path)) === 200, { timeoutMs: 10_000, what: 'the database' });
    expect(await statusOf(banned?.path)).toBe(451);
  });

  it('has no connection to a lost host after it is back', async () => {
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
      const [probed = ''] = pages.slice(4).map(({ path }) => path);
      await waitFor(async () => (await ask(proxied, `/share/${probed}`)).status === 200, { what: 'the next probe' });
      expect(await statuses(pages.slice(5))).toEqual([200, 200, 200]);
    } finally {
      await proxy.stop();
    }
  });
});

describe('viewer whose Postgres freezes and ends', () => {
  let sites: SitesUnderTest;
  let server: PostgresServer;
  let port: number;
  let removeDirectory: () => Promise<void>;

  beforeAll(async () => {
    const directory = await temporaryDirectory('haru-postgres-');
    removeDirectory = () => directory.remove();
    const cluster = { directory: `${directory.path}/cluster`, password: 'secret', settings: {}, throwAway: true };
    [sites, server] = await Promise.all([
      SitesUnderTest.start(),
      freePort().then((free) => startPostgresServer({ ...cluster, port: free })),
    ]);
    const DATABASE_URL = server.url;
    const dataSource = createDataSource({ ...sitesDatabase.options('sites-test', { DATABASE_URL }), migrations });
    await migrate(await dataSource.initialize());
    await dataSource.destroy();
    [, { port }] = await Promise.all([sites.startService({ DATABASE_URL }), sites.startViewer({ DATABASE_URL })]);
  }, 90_000);
  afterAll(async () => {
    signalServer('SIGCONT');
    await server.stop();
    await sites.stop();
    await removeDirectory();
  });

  /** Each session has its own process. */
  function signalServer(signal: NodeJS.Signals): void {
    const { pid } = server.child;
    if (pid === undefined || server.child.exitCode !== null) return;
    const sessions = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number))
      .flatMap(([child, parent]) => (child !== undefined && parent === pid ? child : []));
    for (const process_ of [...sessions, pid]) process.kill(process_, signal);
  }

  const status = async (path: string) => (await ask(port, `/share/${path}`)).status;

  it('shows cached pages without delay, and stopped ones never', async () => {
    const html = '<title>hot</title><h1>hot</h1>';
    const [hot, stopped, cold] = await Promise.all(
      [html, '<h1>stopped</h1>', '<h1>cold</h1>'].map(
        async (htmlContent) => (await sites.createSite({ htmlContent })).path,
      ),
    );
    if (!hot || !stopped || !cold) throw new Error('nothing was published');
    expect([await status(hot), await status(stopped)]).toEqual([200, 200]);
    await query(
      server.url,
      `UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = 'spam', stopped_source = 'moderator'
       WHERE path = '${stopped}'`,
    );
    await sites.changes.announce([stopped]);
    await waitFor(async () => (await status(stopped)) === 451, { what: 'the page to be stopped' });

    const slowestOf = async (ms: number) => {
      let slowest = 0;
      const until = performance.now() + ms;
      await waitFor(
        async () => {
          const startedAt = performance.now();
          const answer = await ask(port, `/share/${hot}`);
          slowest = Math.max(slowest, performance.now() - startedAt);
          expect(answer.status).toBe(200);
          expect(answer.body.toString()).toBe(html);
          return performance.now() > until;
        },
        { timeoutMs: 2 * ms + 10_000, what: 'the page to be asked for all along' },
      );
      return slowest;
    };
    signalServer('SIGSTOP');
    // It is longer than a page is trusted, and than the first query takes until it is given up.
    expect(await slowestOf(8_000)).toBeLessThan(1_500);
    expect([await status(stopped), await status(cold)]).toEqual([451, 503]);
    signalServer('SIGCONT');
    await waitFor(async () => (await status(cold)) === 200, { timeoutMs: 15_000, what: 'the viewer to recover' });
    expect(await status(stopped)).toBe(451);

    server.child.kill('SIGQUIT');
    await sites.redis.stop();
    expect(await slowestOf(5_000)).toBeLessThan(1_500);
    expect(await status(stopped)).toBe(451);
  }, 60_000);
});
