import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { query, waitFor } from '@haru/testing';
import { makeAccount, signedIn, type TestClient } from './accounts-of-tests.js';
import { type CallInit, type RunningSystem, startSystem } from './start-system.js';
import { codeOf, previousCodeOf } from './totp-codes.js';

/** A stranger knows the password of an account that has a second factor, and does not have that factor. */
let system: RunningSystem;
let client: TestClient;
let factorId: string;
let secret: string;
let accountId: string;
let path: string;

const tokenOf = async () => (await client.auth.getSession()).data.session?.access_token ?? '';

beforeAll(async () => {
  system = await startSystem({ withFeedback: true, env: { AUTH_RATE_LIMITS: '1000', AUTH_MAIL_INTERVAL: '0' } });
  const { email, id } = await makeAccount(system);
  accountId = id;
  client = await signedIn(system, email);
  const published = await system.publish('<h1>theirs</h1>', await tokenOf());
  ({ path } = ((await published.json()) as { site: { path: string } }).site);
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  factorId = data.id;
  secret = data.totp.secret;
  await client.auth.mfa.challengeAndVerify({ factorId, code: await previousCodeOf(secret) });
  client = await signedIn(system, email);
}, 90_000);
afterAll(() => system.close(), 60_000);

const call = async (url: string, init: CallInit = {}) => system.call(url, { ...init, token: await tokenOf() });
const sites = () =>
  query<{ path: string; noindex: boolean }>(
    system.sitesDatabaseUrl,
    `SELECT path, noindex FROM sites WHERE user_id = '${accountId}' AND is_active`,
  );

describe('with the password alone', () => {
  it.each([
    ['reading own sites', '/rest/v1/sites?select=*', {}],
    ['changing them', '/rest/v1/sites?path=eq.x', { method: 'PATCH', json: { noindex: true } }],
    ['deleting them', '/rest/v1/sites?is_active=eq.true', { method: 'DELETE' }],
  ])('%s is refused', async (_what, url, init) => {
    const answer = await call(url, init);
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 403,
      body: {
        code: 'insufficient_aal',
        message: 'AAL2 session is required: verify a second factor first',
        details: null,
        hint: null,
      },
    });
    expect(await sites()).toEqual([{ path, noindex: false }]);
  });

  it('removing artifacts is refused', async () => {
    const answer = await call('/storage/v1/object/html-sites', { method: 'DELETE', json: { prefixes: ['x.html'] } });
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 400,
      body: {
        statusCode: '403',
        error: 'insufficient_aal',
        message: 'AAL2 session is required: verify a second factor first',
      },
    });
  });

  it('publishing is refused', async () => {
    const answer = await system.publish('<h1>not theirs</h1>', await tokenOf());
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 403,
      body: {
        success: false,
        code: 'insufficient_aal',
        error: 'AAL2 session is required: verify a second factor first',
      },
    });
    expect(await sites()).toHaveLength(1);
  });

  it('what is open to everybody stays open, as to a visitor', async () => {
    const count = await call('/rest/v1/sites?select=*&is_active=eq.true', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    });
    expect({ status: count.status, range: count.headers.get('content-range') }).toEqual({
      status: 200,
      range: '0-0/1',
    });
    const own = await call('/rest/v1/sites?select=*', { method: 'HEAD', headers: { prefer: 'count=exact' } });
    const visitors = await system.call('/rest/v1/sites?select=*', {
      method: 'HEAD',
      headers: { prefer: 'count=exact' },
    });
    expect([own.status, own.headers.get('content-range')]).toEqual([
      visitors.status,
      visitors.headers.get('content-range'),
    ]);
    expect((await call(`/functions/v1/serve-site?path=${path}`)).status).toBe(200);
    expect((await call('/functions/v1/check-path?path=free-one')).status).toBe(200);
    const report = { type: 'bug', title: 'a title', description: 'what happened' };
    expect((await call('/functions/v1/submit-bug-report', { method: 'POST', json: report })).status).toBe(200);
  });
});

describe('with the second step', () => {
  it('everything works immediately', async () => {
    expect((await call('/rest/v1/sites?select=*')).status).toBe(403);
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) });
    expect(error).toBeNull();
    expect(await (await call('/rest/v1/sites?select=path')).json()).toEqual([{ path }]);
    expect((await call(`/rest/v1/sites?path=eq.${path}`, { method: 'DELETE' })).status).toBe(204);
    expect(await sites()).toEqual([]);
  });
});

describe('an account with a role', () => {
  const methods = ['get', 'post', 'put', 'patch', 'delete'];

  /** Reads every admin route from the API's own description. */
  async function adminRoutes(): Promise<[method: string, path: string][]> {
    const { paths } = (await (await fetch(`${system.origin}/openapi.json`)).json()) as {
      paths: Record<string, object>;
    };
    return Object.entries(paths)
      .filter(([path]) => path.startsWith('/admin/v1/'))
      .flatMap(([path, verbs]) =>
        Object.keys(verbs)
          .filter((verb) => methods.includes(verb))
          .map((verb): [string, string] => [verb.toUpperCase(), path.replaceAll(/\{\w+\}|:\w+/g, randomUUID())]),
      );
  }

  it('is refused on every admin route and by the queues until a second factor is set up, and then works immediately', async () => {
    const { email, id } = await makeAccount(system);
    const grant = { method: 'PUT', json: { role: 'admin', reason: 'a test' }, token: system.serviceRoleKey };
    expect((await system.call(`/admin/v1/accounts/${id}/role`, grant)).status).toBe(200);
    client = await signedIn(system, email);

    const routes = await adminRoutes();
    expect(routes.length).toBeGreaterThan(15);
    for (const [method, url] of routes) {
      const answer = await call(url, { method, ...(method === 'GET' ? {} : { json: {} }) });
      expect({ method, url, status: answer.status, body: await answer.json() }).toEqual({
        method,
        url,
        status: 403,
        body: {
          success: false,
          code: 'STAFF_SECOND_FACTOR_REQUIRED',
          error: '運営の操作には二段階認証が必要です。設定で二段階認証を有効にしてください',
        },
      });
    }

    const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp' });
    if (error) throw error;
    await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: codeOf(data.totp.secret) });
    expect((await call('/admin/v1/role')).status).toBe(200);
    const opened = await call('/admin/v1/queues/session', { method: 'POST', json: {} });
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const look = () => fetch(`${system.origin}/admin/queues/api/queues`, { headers: { cookie } });
    expect((await look()).status).toBe(200);

    // Without the factor the password is enough for the session again.
    expect((await client.auth.mfa.unenroll({ factorId: data.id })).error).toBeNull();
    await waitFor(async () => (await look()).status === 403, { what: 'the queues to close' });
    expect(await (await look()).json()).toMatchObject({ code: 'STAFF_SECOND_FACTOR_REQUIRED' });
  });
});
