import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  accountOverviewAnswerSchema,
  accountPageAnswerSchema,
  auditPageAnswerSchema,
  numbersAnswerSchema,
} from '@haru/contracts';
import { query, waitFor } from '@haru/testing';
import { Validator } from '@seriousme/openapi-schema-validator';
import { decodeJwt } from 'jose';
import { errorSchemas } from '../src/http-errors/error-schemas.js';
import { dialectOf } from '../src/http-errors/api-dialects.js';
import { makeAccount, signedIn } from './accounts-of-tests.js';
import { callEveryRoute, type OpenApiDocument } from './generated-client.js';
import { sharedSystem, START_WITHIN_MS } from './people.js';
import type { RunningSystem } from './start-system.js';

const reason = '利用規約に反するページを公開したため';
/** After this time every gateway has checked again who a token's owner is. */
const RECHECK_MS = 1_000;

let system: RunningSystem;
beforeAll(async () => {
  system = await sharedSystem();
}, START_WITHIN_MS);

const get = (path: string, token?: string) => system.call(`/admin/v1/${path}`, { token });
const send = (method: string, path: string, json: object, token?: string) =>
  system.call(`/admin/v1/${path}`, { method, json, token });

async function person(role: 'moderator' | 'admin' | null = null) {
  const { id, email = '' } = await makeAccount(system);
  if (role !== null) await grant(id, role);
  const token = async () => (await (await signedIn(system, email)).auth.getSession()).data.session?.access_token ?? '';
  return { id, email, token: await token(), newToken: token };
}

async function grant(id: string, role: 'moderator' | 'admin' | null) {
  const answer = await send('PUT', `accounts/${id}/role`, { role, reason: 'a test' }, system.serviceRoleKey);
  expect(answer.status).toBe(200);
}

describe('a path that is reserved', () => {
  it('is granted to an account by an admin', async () => {
    const [owner, admin] = [await person(), await person('admin')];
    const path = 'p-a-y-p-a-y';
    const publish = (token: string) =>
      system.call('/functions/v1/create-site', {
        method: 'POST',
        json: { html_content: 'x', custom_path: path },
        token,
      });
    const refused = await publish(owner.token);
    expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'PATH_RESERVED' }]);
    const grantPath = (accountId: string, token: string) =>
      send('POST', `accounts/${accountId}/paths`, { path, reason }, token);
    expect((await grantPath(owner.id, owner.token)).status).toBe(403);
    expect((await grantPath('00000000-0000-4000-8000-000000000000', admin.token)).status).toBe(404);
    expect(await (await grantPath(owner.id, admin.token)).json()).toEqual({ success: true });
    expect((await publish(owner.token)).status).toBe(200);
  });
});

describe('the OpenAPI document', () => {
  const read = async () => (await (await fetch(`${system.origin}/openapi.json`)).json()) as OpenApiDocument;

  it('is a valid one', async () => {
    expect(await new Validator().validate({ ...(await read()) })).toEqual({ valid: true });
  });

  it('declares path parameters, filters, headers and each dialect’s errors', async () => {
    const { paths, components } = await read();
    expect(Object.keys(paths).filter((path) => path.includes(':'))).toEqual([]);
    const namesOf = (path: string, method: string) => paths[path]?.[method]?.parameters?.map(({ name }) => name);
    expect(namesOf('/auth/v1/factors/{factorId}/verify', 'post')).toEqual(['factorId', 'X-Supabase-Api-Version']);
    expect(namesOf('/rest/v1/sites', 'get')).toEqual(
      expect.arrayContaining(['select', 'order', 'limit', 'offset', 'id', 'is_active', 'Prefer', 'Range']),
    );
    expect(namesOf('/functions/v1/create-site', 'post')).toEqual(['Idempotency-Key', 'x-haru-source', 'X-Haru-Proof']);
    const errorOf = (path: string, method: string) => {
      const refusal = JSON.stringify(paths[path]?.[method]?.responses['default']);
      const [, schema = ''] = /"#\/components\/schemas\/(\w+)"/.exec(refusal) ?? [];
      return JSON.stringify(components.schemas[schema]);
    };
    expect(errorOf('/rest/v1/sites', 'patch')).toContain('"hint"');
    expect(errorOf('/auth/v1/token', 'post')).toContain('"error_code"');
    expect(errorOf('/storage/v1/object/{bucket}', 'delete')).toContain('"statusCode"');
    expect(errorOf('/functions/v1/create-site', 'post')).toContain('"success"');
  });

  // It runs a generator, and signs up for most of the routes.
  it('makes a client that reaches every route', async () => {
    const document = await read();
    const calls = await callEveryRoute(system, document);
    expect(calls.length).toBeGreaterThan(50);
    const unexpected = calls.filter(({ path, sent, status, documented, error }) => {
      if (/[:{}]/.test(sent)) return true;
      if (documented.includes(String(status))) return false;
      const hasItsShape = typeof error !== 'object' || errorSchemas[dialectOf(path)].safeParse(error).success;
      const isElsewhere = /ROUTE_NOT_FOUND|feature_disabled|PGRST205/.test(JSON.stringify(error));
      return status < 400 || status >= 500 || status === 405 || !hasItsShape || isElsewhere;
    });
    expect(unexpected).toEqual([]);
  }, 120_000);
});

describe('who may use the admin routes', () => {
  const id = '0b4ae1a5-7a57-4b8e-bd5c-5f1b43f2b2c2';
  const routes: [string, string, 'moderator' | 'admin'][] = [
    ['GET', 'accounts', 'moderator'],
    ['GET', 'staff', 'moderator'],
    ['GET', `accounts/${id}`, 'moderator'],
    ['POST', `accounts/${id}/ban`, 'admin'],
    ['POST', `accounts/${id}/unban`, 'admin'],
    ['PUT', `accounts/${id}/role`, 'admin'],
    ['GET', 'audit', 'moderator'],
    ['GET', 'numbers', 'moderator'],
    ['GET', 'sites', 'moderator'],
    ['POST', `sites/${id}/stop`, 'moderator'],
    ['POST', `sites/${id}/restore`, 'moderator'],
  ];
  const ask = (method: string, path: string, token: string | undefined, headers = {}) =>
    system.call(`/admin/v1/${path}`, {
      method,
      ...(method === 'GET' ? {} : { json: { reason, role: null } }),
      token,
      headers,
    });

  it('no caller without a role, whatever the credential', async () => {
    const account = await person();
    const visitor = await system.signUp();
    for (const [method, path] of routes) {
      for (const token of [undefined, account.token, visitor.access_token]) {
        const answer = await ask(method, path, token);
        expect({ method, path, status: answer.status }).toEqual({ method, path, status: 403 });
        expect(await answer.json()).toMatchObject({ success: false, code: 'FORBIDDEN_ROLE' });
      }
      // The service key counts as the bearer only.
      const byApiKey = await system.call(`/admin/v1/${path}`, {
        method,
        ...(method === 'GET' ? {} : { json: { reason, role: null } }),
        headers: { apikey: system.serviceRoleKey, authorization: '' },
      });
      expect(byApiKey.status).toBe(403);
      expect((await ask(method, path, 'not-a-token')).status).toBe(401);
    }
  });

  it('a moderator those of a moderator, and no others', async () => {
    const moderator = await person('moderator');
    for (const [method, path, role] of routes) {
      const { status } = await ask(method, path, moderator.token);
      if (role === 'admin') expect({ path, status }).toEqual({ path, status: 403 });
      else expect([200, 404]).toContain(status);
    }
  });

  it('no account by its own metadata', async () => {
    const account = await person();
    const client = await signedIn(system, account.email);
    await client.auth.updateUser({ data: { haru_role: 'admin', app_metadata: { haru_role: 'admin' } } });
    expect((await get('accounts', await account.newToken())).status).toBe(403);
    const byKey = await system.call(`/auth/v1/admin/users/${account.id}`, {
      method: 'PUT',
      json: { app_metadata: { haru_role: 'admin' } },
      token: system.serviceRoleKey,
    });
    expect(byKey.status).toBe(400);
  });
});

describe('looking for an account', () => {
  it.each(['accounts?search=%00', 'sites?text=a@%00b'])('refuses NUL: %s', async (path) => {
    const answer = await get(path, (await person('moderator')).token);
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 400,
      body: { success: false, code: 'VALIDATION_FAILED' },
    });
  });
});

describe('roles', () => {
  it('count immediately, in the token too, and end within a second', async () => {
    const account = await person();
    expect((await get('accounts', account.token)).status).toBe(403);
    await grant(account.id, 'moderator');
    await delay(RECHECK_MS);
    expect((await get('accounts', account.token)).status).toBe(200);
    expect(decodeJwt(await account.newToken())['app_metadata']).toMatchObject({ haru_role: 'moderator' });
    await grant(account.id, null);
    await delay(RECHECK_MS);
    expect((await get('accounts', account.token)).status).toBe(403);
  });

  it('are for registered accounts only, and not for oneself to change', async () => {
    const visitor = await system.signUp();
    const answer = await send(
      'PUT',
      `accounts/${visitor.user.id}/role`,
      { role: 'admin', reason },
      system.serviceRoleKey,
    );
    expect(answer.status).toBe(409);
    const admin = await person('admin');
    expect((await send('PUT', `accounts/${admin.id}/role`, { role: null, reason }, admin.token)).status).toBe(409);
    expect((await send('POST', `accounts/${admin.id}/ban`, { reason }, admin.token)).status).toBe(409);
  });

  it('count only after the second factor, where there is one', async () => {
    const admin = await person('admin');
    await query(
      system.authDatabaseUrl,
      `INSERT INTO factors (id, user_id, friendly_name, status, sealed_secret)
       VALUES (gen_random_uuid(), $1, '', 'verified', '\\x00')`,
      [admin.id],
    );
    await waitFor(async () => (await get('accounts', admin.token)).status === 403, { what: 'the factor to count' });
    expect(decodeJwt(await admin.newToken())['app_metadata']).not.toHaveProperty('haru_role');
    await query(system.authDatabaseUrl, `UPDATE sessions SET aal = 'aal2' WHERE user_id = $1`, [admin.id]);
    await waitFor(async () => (await get('accounts', admin.token)).status === 200, { what: 'the session to count' });
  });
});

describe('a ban', () => {
  it('stops the pages, ends the tokens, is noted, and can be lifted', async () => {
    const admin = await person('admin');
    const bad = await person();
    const published = (await (await system.publish('<h1>悪</h1>', bad.token)).json()) as { site: { path: string } };
    const page = () => fetch(`${system.origin}/share/${published.site.path}`);
    expect((await page()).status).toBe(200);

    const banned = accountOverviewAnswerSchema.parse(
      await (await send('POST', `accounts/${bad.id}/ban`, { reason }, admin.token)).json(),
    );
    expect(banned.account).toMatchObject({ id: bad.id, email: bad.email, ban: { reason, until: null } });
    await delay(RECHECK_MS);
    expect((await system.call('/auth/v1/user', { token: bad.token })).status).toBe(403);
    await expect(signedIn(system, bad.email)).rejects.toMatchObject({ code: 'user_banned' });
    await waitFor(async () => (await page()).status === 451, { what: 'the page to stop' });

    const found = accountPageAnswerSchema.parse(await (await get(`accounts?search=${bad.email}`, admin.token)).json());
    expect(found.accounts).toMatchObject([{ id: bad.id, sites: { live: 0, stopped: 1, all: 1 } }]);

    expect((await send('POST', `accounts/${bad.id}/unban`, { reason: '異議が認められた' }, admin.token)).status).toBe(
      200,
    );
    await waitFor(async () => (await page()).status === 200, { what: 'the page to come back' });
    await signedIn(system, bad.email);

    const { entries } = auditPageAnswerSchema.parse(await (await get('audit', admin.token)).json());
    expect(entries.filter(({ subject }) => subject.id === bad.id)).toMatchObject([
      { action: 'unbanAccount', actor: { id: admin.id, email: admin.email }, reason: '異議が認められた' },
      { action: 'banAccount', actor: { id: admin.id, email: admin.email }, reason, subject: { name: bad.email } },
    ]);
    expect(entries.find(({ subject }) => subject.id === admin.id)).toMatchObject({
      action: 'grantRole',
      actor: null,
      details: { role: 'admin', before: null },
    });
  });

  it('by the service key does the same to the pages', async () => {
    const bad = await person();
    const published = (await (await system.publish('<h1>悪</h1>', bad.token)).json()) as { site: { path: string } };
    const page = () => fetch(`${system.origin}/share/${published.site.path}`);
    const setBan = (duration: string) =>
      system.call(`/auth/v1/admin/users/${bad.id}`, {
        method: 'PUT',
        json: { ban_duration: duration },
        token: system.serviceRoleKey,
      });
    expect((await setBan('1h')).status).toBe(200);
    await waitFor(async () => (await page()).status === 451, { what: 'the page to stop' });
    expect((await setBan('none')).status).toBe(200);
    await waitFor(async () => (await page()).status === 200, { what: 'the page to come back' });
    // The account's session has outlived the ban.
    expect((await system.call('/auth/v1/user', { token: bad.token })).status).toBe(200);
  });

  it('names no temporary account in the audit log, whose address is made up', async () => {
    const { user } = await system.signUp();
    expect((await send('POST', `accounts/${user.id}/ban`, { reason }, system.serviceRoleKey)).status).toBe(200);
    const { entries } = auditPageAnswerSchema.parse(await (await get('audit', system.serviceRoleKey)).json());
    expect(entries[0]?.subject).toEqual({ kind: 'account', id: user.id });
  });

  it('needs a reason and an account', async () => {
    const bad = await person();
    expect((await send('POST', `accounts/${bad.id}/ban`, { reason: ' ' }, system.serviceRoleKey)).status).toBe(400);
    const nobody = await send('POST', 'accounts/nobody/ban', { reason }, system.serviceRoleKey);
    expect([nobody.status, await nobody.json()]).toMatchObject([404, { code: 'ACCOUNT_NOT_FOUND' }]);
  });
});

describe('what can be looked at', () => {
  it('accounts, a page at a time', async () => {
    await query(
      system.authDatabaseUrl,
      `INSERT INTO users (id, email, created_at)
       SELECT gen_random_uuid(), 'p' || n || '@pages.example', timestamptz '2001-01-01' + (n / 7) * interval '1 microsecond'
       FROM generate_series(1, 120) AS n`,
    );
    const seen = new Set<string>();
    let next: string | null = '';
    for (let page = 0; next !== null; page++) {
      const cursor: string = next === '' ? '' : `&cursor=${next}`;
      const answer = await get(`accounts?search=pages.example${cursor}`, system.serviceRoleKey);
      const found = accountPageAnswerSchema.parse(await answer.json());
      for (const { id } of found.accounts) seen.add(id);
      next = found.next;
      expect(page).toBeLessThan(4);
    }
    expect(seen.size).toBe(120);
    expect((await get('accounts?cursor=x', system.serviceRoleKey)).status).toBe(400);
    expect((await get('audit?cursor=x', system.serviceRoleKey)).status).toBe(400);
  });

  it('who has a role, and the numbers', async () => {
    const moderator = await person('moderator');
    const staff = accountPageAnswerSchema.parse(await (await get('staff', moderator.token)).json());
    expect(staff.accounts.map(({ id }) => id)).toContain(moderator.id);
    await system.publish('<h1>数</h1>', moderator.token);
    const numbers = numbersAnswerSchema.parse(await (await get('numbers', moderator.token)).json());
    expect(numbers.hours).toHaveLength(48);
    // The hour may have ended since the account was made.
    expect(Math.max(...numbers.hours.slice(-2).map(({ sign_ups }) => sign_ups))).toBeGreaterThan(0);
    expect(Date.now() - Date.parse(numbers.hours.at(-1)?.hour ?? '')).toBeLessThan(3_600_000);
  });
});
