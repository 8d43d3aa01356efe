import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { type Scope, scopes } from '@haru/contracts';
import { MODULE_METADATA } from '@nestjs/common/constants.js';
import type { Type } from '@nestjs/common';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '../src/app.module.js';
import { routesOf } from '../src/open-api/open-api.js';
import { makeApiKey, makeEditKey, publishAs } from './keys-of-tests.js';
import { type People, sharedSystem, START_WITHIN_MS } from './people.js';

/** Keys open these routes and no other: the scope, and whether an edit key opens the route, too. */
const opened: Record<string, [scope: Scope, editKeys?: 'edit keys']> = {
  'POST /': ['publish'],
  'PUT /': ['publish'],
  'PUT /:file': ['publish'],
  'POST /functions/v1/create-site': ['publish'],
  'POST /functions/v1/check-page': ['publish'],
  'GET /functions/v1/serve-site': ['read'],
  'GET /functions/v1/check-path': ['read'],
  'POST /functions/v1/create-upload': ['publish'],
  'POST /functions/v1/update-site': ['edit', 'edit keys'],
  'POST /functions/v1/restore-version': ['edit', 'edit keys'],
  'POST /functions/v1/label-version': ['edit', 'edit keys'],
  'POST /functions/v1/erase-version': ['delete'],
  'GET /functions/v1/site-versions': ['read', 'edit keys'],
  'GET /functions/v1/site-version': ['read', 'edit keys'],
  'GET /functions/v1/site-file': ['read', 'edit keys'],
  'GET /functions/v1/site-archive': ['read', 'edit keys'],
  'POST /functions/v1/preview-version': ['read', 'edit keys'],
  'GET /functions/v1/deleted-sites': ['read'],
  'POST /functions/v1/restore-site': ['delete'],
  'POST /functions/v1/purge-site': ['delete'],
  'GET /functions/v1/pages/:path/source': ['read', 'edit keys'],
  'PUT /functions/v1/pages/:path/source': ['edit', 'edit keys'],
  'DELETE /functions/v1/pages/:path/source': ['delete'],
  'HEAD /rest/v1/sites': ['read', 'edit keys'],
  'GET /rest/v1/sites': ['read', 'edit keys'],
  'PATCH /rest/v1/sites': ['edit', 'edit keys'],
  'DELETE /rest/v1/sites': ['delete'],
};

const features = Reflect.getMetadata(MODULE_METADATA.IMPORTS, AppModule) as Type[];
const controllers = features.flatMap(
  (feature) => (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, feature) ?? []) as Type<object>[],
);
const routes = routesOf(controllers).map(({ method, path, access }) => ({
  method: method.toUpperCase(),
  path,
  access,
}));
/** Other routes take no bearer, the service key, or a person with a role. */
const asking = routes.filter(({ access }) => access === 'caller' || access === 'account');

let people: People;
const keys = new Map<Scope, string>();
let editKey: string;
let foreign: { id: string; path: string };
let own: { id: string; path: string };

beforeAll(async () => {
  people = await sharedSystem();
  const { token } = await people.register();
  for (const scope of scopes) keys.set(scope, (await makeApiKey(people, token, [scope])).key);
  [own, foreign] = [await publishAs(people, token), await publishAs(people, token, '<h1>not theirs</h1>')];
  ({ edit_key: editKey } = await makeEditKey(people, token, own.id));
}, START_WITHIN_MS);

/** `fetch` sends a header of browsers, which the addresses for `curl` refuse. */
function send(url: string, method: string, token: string, body: string): Promise<{ status: number; text: string }> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-supabase-api-version': '2024-01-01',
  };
  return new Promise((resolve, reject) => {
    const request = httpRequest(people.origin + url, { method, headers }, (answer) => {
      textOf(answer).then((text) => resolve({ status: answer.statusCode ?? 0, text }), reject);
    });
    request.on('error', reject).end(body);
  });
}

async function call(method: string, path: string, token: string) {
  const url = path.replaceAll(/:\w+/g, randomUUID()).replace(/^\/[\w-]{36}$/, '/page.html');
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const { status, text } = await send(url, method, token, hasBody ? '{}' : '');
  const body = (text.startsWith('{') ? JSON.parse(text) : { code: text.split(':')[0] }) as Record<string, unknown>;
  return { status, code: body['code'] ?? body['error'] };
}

const refusedFor = new Set(['SESSION_REQUIRED', 'SCOPE_MISSING', 'CREDENTIAL_INVALID', 'no_authorization']);

describe.each(asking)('$method $path', ({ method, path }) => {
  const [needed, takesEditKeys] = opened[`${method} ${path}`] ?? [];

  it(needed ? `takes keys with the scope ${needed} alone` : 'takes no key', async () => {
    for (const [scope, key] of keys) {
      const { status, code } = await call(method, path, key);
      const isRefused = method === 'HEAD' ? status === 403 : refusedFor.has(String(code));
      expect({ scope, isRefused, code }).toEqual({ scope, isRefused: scope !== needed, code });
    }
  });

  it(takesEditKeys ? 'takes edit keys' : 'takes no edit key', async () => {
    const { status, code } = await call(method, path, editKey);
    const isRefused = method === 'HEAD' ? status === 403 : refusedFor.has(String(code));
    expect({ isRefused, code }).toEqual({ isRefused: !takesEditKeys, code });
  });
});

it('every route that keys open exists', () => {
  const known = asking.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(opened).filter((route) => !known.includes(route))).toEqual([]);
});

describe('an edit key', () => {
  const nothing = () => undefined;
  const attempts: [what: string, method: string, url: () => string, json: () => object | undefined][] = [
    ['versions', 'GET', () => `/functions/v1/site-versions?id=${foreign.id}`, nothing],
    ['a version', 'GET', () => `/functions/v1/site-version?id=${foreign.id}&version=1`, nothing],
    ['a file', 'GET', () => `/functions/v1/site-file?id=${foreign.id}&version=1&path=index.html`, nothing],
    ['the source', 'GET', () => `/functions/v1/pages/${foreign.path}/source`, nothing],
    ['a preview', 'POST', () => '/functions/v1/preview-version', () => ({ id: foreign.id, version: 1 })],
    ['restoring', 'POST', () => '/functions/v1/restore-version', () => ({ id: foreign.id, version: 1 })],
    ['a label', 'POST', () => '/functions/v1/label-version', () => ({ id: foreign.id, version: 1, label: 'x' })],
    [
      'an update',
      'POST',
      () => '/functions/v1/update-site',
      () => ({ id: foreign.id, html_content: '<h1>changed', base_version: 1 }),
    ],
  ];

  it.each(attempts)('does not open another page of its account: %s', async (_what, method, url, json) => {
    const answer = await people.call(url(), { method, token: editKey, json: json() });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 404,
      body: { code: 'SITE_NOT_FOUND' },
    });
  });

  it('lists and changes no other row', async () => {
    const rows = await people.call('/rest/v1/sites?select=id', { token: editKey });
    expect(await rows.json()).toEqual([{ id: own.id }]);
    const changed = await people.call(`/rest/v1/sites?id=in.(${own.id},${foreign.id})&select=id`, {
      method: 'PATCH',
      json: { noindex: true },
      token: editKey,
      headers: { prefer: 'return=representation' },
    });
    expect(await changed.json()).toEqual([{ id: own.id }]);
  });

  it('opens no session and no account', async () => {
    for (const url of ['/auth/v1/user', '/functions/v1/sessions', '/functions/v1/management-link']) {
      expect([401, 403]).toContain((await people.call(url, { token: editKey })).status);
    }
    const use = { method: 'POST', json: { secret: editKey } };
    expect((await people.call('/functions/v1/use-management-link', use)).status).toBe(403);
  });
});
