import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appConfigSchema, DAY_MS, edgeRoutes } from '@haru/contracts';
import { query, waitFor } from '@haru/testing';
import { type RunningSystem, startSystem } from './start-system.js';

let system: RunningSystem;

beforeAll(async () => {
  system = await startSystem({
    withViewer: true,
    env: {
      AUTH_RATE_LIMITS: '0.1',
      PUBLISH_LIMITS: '{"pagesWithoutProof":600}',
      SECURITY_CONTACT: 'mailto:security@example.jp',
      ABUSE_CONTACT: 'mailto:abuse@example.jp',
    },
  });
}, 60_000);
afterAll(() => system.close(), 60_000);

describe('the data API', () => {
  const head = (query: string, headers?: Record<string, string>) =>
    system.call(`/rest/v1/sites${query}`, { method: 'HEAD', headers: { prefer: 'count=exact', ...headers } });

  it('counts active sites for everybody', async () => {
    expect((await head('?select=*&is_active=eq.true')).headers.get('content-range')).toBe('*/0');
    expect((await system.publish('<p>one')).status).toBe(200);
    await waitFor(async () => (await head('?select=*&is_active=eq.true')).headers.get('content-range') === '0-0/1');
  });

  it('counts no other rows for visitors, refuses a wrong value, a missing key, another table', async () => {
    expect((await head('?is_active=eq.false')).headers.get('content-range')).toBe('*/0');
    expect((await head('?is_active=eq.true&user_id=eq.1')).status).toBe(400);
    const bare = await fetch(`${system.origin}/rest/v1/sites?is_active=eq.true`);
    expect([bare.status, await bare.json()]).toEqual([401, { message: 'No API key found in request' }]);
    const other = await system.call('/rest/v1/users');
    expect(other.status).toBe(404);
    expect(await other.json()).toMatchObject({ code: 'PGRST205', details: null, hint: null });
  });
});

describe('share links', () => {
  it('lead to the viewer, with its headers and not the app’s', async () => {
    const { site } = (await (await system.publish('<title>t</title><p>やあ')).json()) as { site: { url: string } };
    expect(new URL(site.url).origin).toBe(system.pagesOrigin);
    const page = await fetch(site.url);
    expect(await page.text()).toBe('<title>t</title><p>やあ');
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox allow-scripts/);
    expect(page.headers.get('content-security-policy')).not.toContain('allow-same-origin');
    expect(page.headers.get('x-frame-options')).toBeNull();
    expect(page.headers.get('set-cookie')).toBeNull();
    const again = await fetch(site.url, { headers: { 'if-none-match': page.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
    expect((await fetch(`${system.pagesOrigin}/share/nothing8`)).status).toBe(404);
    const redirected = await fetch(`${system.origin}/site/${new URL(site.url).pathname.split('/')[2]}`);
    expect([redirected.url, await redirected.text()]).toEqual([site.url, '<title>t</title><p>やあ']);
  });
});

describe('the app’s host', () => {
  /** A test may recognize a stranger's page only by this, its title included. */
  const MARK = 'stranger-was-here';
  const paths = ['hostile', 'abcd-', '-abcd', 'xx--x'];
  const published: string[] = [];

  beforeAll(async () => {
    const html = `<title>${MARK}</title><script>document.title = '${MARK}'</script>`;
    const { site } = (await (await system.publish(html)).json()) as { site: { id: string; path: string } };
    for (const path of paths) {
      await query(
        system.sitesDatabaseUrl,
        `INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at, last_modified)
         SELECT gen_random_uuid(), user_id, title, $1, content_hash, bytes, storage_path, created_at, expires_at, last_modified
         FROM sites WHERE id = $2`,
        [path, site.id],
      );
    }
    published.push(site.path, ...paths);
    // Each page is shown at its own address.
    for (const path of published) {
      expect(await (await fetch(`${system.pagesOrigin}/share/${path}`)).text()).toContain(MARK);
    }
  });

  it.each([
    ['one shared host of pages', undefined],
    ['an origin for each page', 'http://{path}.pages.localhost:8443'],
  ])(
    'never answers with a byte of a stranger’s page, whatever is asked and however: %s',
    async (_name, pattern) => {
      const gateway = pattern ? await system.startGateway({ VIEWER_ORIGIN_PATTERN: pattern }) : undefined;
      const { port } = new URL(gateway?.origin ?? system.origin);
      const pages = new URL(system.pagesOrigin).host;
      const appHost = `127.0.0.1:${port}`;
      const asked: { target: string; host: string; method: string }[] = [];
      for (const path of published) {
        const targets = [
          ...[...edgeRoutes.map(({ path }) => path.replace(/^\/$/, '')), '/assets', '/x'].flatMap((prefix) => [
            `${prefix}/${path}`,
            `${prefix}/${path}/`,
            `${prefix}?path=${path}`,
          ]),
          ...[`/SHARE/${path}`, `//share/${path}`, `/./share/${path}`, `/x/../share/${path}`, `/%73hare/${path}`],
          ...[`/share%2f${path}`, `/share//${path}`, `/share/${path}?x`, `/share/${path}#x`, `/share;a/${path}`],
          ...[`http://${pages}/share/${path}`, `http://127.0.0.1:${port}/share/${path}`, `/share/%00${path}`],
        ];
        for (const target of targets) asked.push({ target, host: appHost, method: 'GET' });
        for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND']) {
          asked.push({ target: `/share/${path}`, host: appHost, method });
        }
        const hosts = [appHost, `localhost:${port}`, pages, `${path}.pages.localhost:8443`, 'haru.example', ''];
        for (const host of hosts) {
          for (const target of ['/', `/share/${path}`, `/site/${path}`]) asked.push({ target, host, method: 'GET' });
        }
      }
      const seen: ((typeof asked)[number] & { answer: string })[] = [];
      // One client may not have more than 256 connections.
      for (let from = 0; from < asked.length; from += 100) {
        const some = asked.slice(from, from + 100);
        seen.push(
          ...(await Promise.all(some.map(async (one) => ({ ...one, answer: await rawAnswer(Number(port), one) })))),
        );
      }
      await gateway?.close();
      expect(seen.every(({ answer }) => /^HTTP\/1.1 \d{3}/.test(answer))).toBe(true);
      expect(seen.filter(({ answer }) => answer.includes(MARK))).toEqual([]);
      const statusFor = (path: string, wanted: string) =>
        seen
          .filter(({ target, host, method }) => target === `/share/${path}` && host === wanted && method === 'GET')
          .map(({ answer }) => answer.slice(9, 12));
      for (const path of published) expect([path, new Set(statusFor(path, appHost))]).toEqual([path, new Set(['302'])]);
      expect(statusFor(published[0] ?? '', pages)).toEqual(['421']);
    },
    60_000,
  );
});

/** Returns everything that the server sends in answer to an exact request. */
function rawAnswer(
  port: number,
  { target, host, method }: Record<'target' | 'host' | 'method', string>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${method} ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    });
    socket.setEncoding('latin1').on('data', (part: string) => (text += part));
    socket.on('error', reject).on('close', () => resolve(text));
  });
}

describe('the system’s own routes', () => {
  it('tell the web app its environment, and no secret', async () => {
    const text = await (await fetch(`${system.origin}/config.json`)).text();
    const { origin, pagesOrigin } = appConfigSchema.parse(JSON.parse(text));
    expect([origin, pagesOrigin]).toEqual([system.origin, system.pagesOrigin]);
    expect(text).not.toContain(system.serviceRoleKey);
  });

  it('describe the API from its schemas', async () => {
    const document = (await (await fetch(`${system.origin}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { requestBody?: { content: object }; security: object[] }>>;
    };
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/functions/v1/create-site',
        '/functions/v1/serve-site',
        '/functions/v1/report-false-alarm',
        '/auth/v1/token',
        '/rest/v1/sites',
      ]),
    );
    expect(document.paths['/functions/v1/create-site']?.['post']?.requestBody?.content).toMatchObject({
      'application/json': { schema: { properties: { html_content: { type: ['string', 'null'] } } } },
    });
    const securityOf = (path: string) => document.paths[path]?.['get']?.security;
    expect({
      open: securityOf('/auth/v1/.well-known/jwks.json'),
      key: securityOf('/auth/v1/settings'),
      caller: securityOf('/functions/v1/serve-site'),
      data: securityOf('/rest/v1/sites'),
      account: securityOf('/auth/v1/user'),
      service: securityOf('/auth/v1/admin/users'),
      role: securityOf('/admin/v1/accounts'),
    }).toEqual({
      open: [],
      key: [{}, { apikey: [] }],
      caller: [{}, { bearer: [] }, { apikey: [] }, { apikey: [], bearer: [] }],
      data: [{ apikey: [] }, { apikey: [], bearer: [] }],
      account: [{ bearer: [] }, { apikey: [], bearer: [] }],
      service: [{ bearer: [] }],
      role: [{ bearer: [] }],
    });
  });

  it('tell where to report security problems and change a password, and know no other well-known address', async () => {
    const security = await fetch(`${system.origin}/.well-known/security.txt`);
    expect(security.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await security.text();
    expect(text).toMatch(
      /^Contact: mailto:security@example.jp\n# .+\nContact: mailto:abuse@example.jp\nExpires: [\dT:.-]+Z\n/,
    );
    const expires = new Date(/^Expires: (.*)$/m.exec(text)?.[1] ?? '').getTime();
    expect(expires - Date.now()).toBeGreaterThan(170 * DAY_MS);
    expect(expires - Date.now()).toBeLessThan(365 * DAY_MS);
    const change = await fetch(`${system.origin}/.well-known/change-password`, { redirect: 'manual' });
    expect([change.status, change.headers.get('location')]).toEqual([302, '/?settings=security']);
    expect((await fetch(`${system.origin}/.well-known/nothing`)).status).toBe(404);
  });

  it('tell search engines which screens there are, on the app’s host alone', async () => {
    const robots = await fetch(`${system.origin}/robots.txt`);
    expect(robots.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await robots.text()).toMatch(
      new RegExp(`^User-agent: \\*\nDisallow: /admin\n[^]*\nSitemap: ${system.origin}/sitemap.xml\n$`),
    );
    const sitemap = await fetch(`${system.origin}/sitemap.xml`);
    expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    const listed = await sitemap.text();
    for (const path of ['/', '/terms', '/about/safety']) expect(listed).toContain(`<loc>${system.origin}${path}</loc>`);
    for (const file of ['robots.txt', 'sitemap.xml', 'favicon.ico', 'manifest.webmanifest']) {
      expect((await fetch(`${system.pagesOrigin}/${file}`)).status).toBe(404);
    }
  });

  it('answer with headers that let nothing run and forbid frames', async () => {
    const { headers } = await fetch(`${system.origin}/healthz`);
    expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toBeNull();
    expect(headers.get('x-request-id')).toBeTruthy();
  });

  it('let other origins call with every header the public client sends', async () => {
    const answer = await fetch(`${system.origin}/auth/v1/token`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://else.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey',
      },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-supabase-api-version');
    const simple = await fetch(`${system.origin}/config.json`, { headers: { origin: 'https://else.example' } });
    expect(simple.headers.get('access-control-expose-headers')).toContain('Content-Range');
  });

  it('are ready only while the services answer', async () => {
    expect((await fetch(`${system.origin}/readyz`)).status).toBe(200);
    await system.redis.kill();
    await waitFor(async () => (await fetch(`${system.origin}/readyz`)).status === 503);
    expect((await fetch(`${system.origin}/healthz`)).status).toBe(200);
    await system.redis.start();
    await waitFor(async () => (await fetch(`${system.origin}/readyz`)).status === 200);
  });

  it('end in time what is limited, also while Redis hangs', async () => {
    const { pid } = system.redis;
    if (pid === undefined) throw new Error('Redis does not run');
    process.kill(pid, 'SIGSTOP');
    try {
      const answer = await fetch(`${system.origin}/auth/v1/recover`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'haru@example.jp' }),
        // A request to a service ends after 10 s.
        signal: AbortSignal.timeout(20_000),
      });
      expect([503, 504]).toContain(answer.status);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await waitFor(async () => (await fetch(`${system.origin}/readyz`)).status === 200);
  }, 60_000);
});

it('limits temporary accounts per address, and says when to come back', async () => {
  const answers = [];
  // A refused request has made no account, and counts for none.
  for (let i = 0; i < 5; i++) expect((await system.publish(' ')).status).toBe(400);
  for (let i = 0; i < 5; i++) answers.push(await system.call('/auth/v1/signup', { method: 'POST', json: {} }));
  const refused = answers.filter((answer) => answer.status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused[0]?.headers.get('ratelimit')).toMatch(/^"temporaryAccount";r=0;t=\d+$/);
  expect(await refused[0]?.json()).toMatchObject({ code: 'over_request_rate_limit' });
});
