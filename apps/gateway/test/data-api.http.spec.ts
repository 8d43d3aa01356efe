import { randomUUID } from 'node:crypto';
import { DAY_MS } from '@haru/contracts';
import { query } from '@haru/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { decodeJwt, importJWK, SignJWT } from 'jose';
import { makeAccount, publicClient, serviceClient, signedIn } from './accounts-of-tests.js';
import { sharedSystem, START_WITHIN_MS } from './people.js';
import type { RunningSystem } from './start-system.js';

let system: RunningSystem;
let owner: SupabaseClient;
let ownerId: string;
let stranger: SupabaseClient;
let strangerId: string;

beforeAll(async () => {
  system = await sharedSystem();
  const [one, other] = await Promise.all([makeAccount(system), makeAccount(system)]);
  [ownerId, strangerId] = [one.id, other.id];
  [owner, stranger] = await Promise.all([signedIn(system, one.email), signedIn(system, other.email)]);
}, START_WITHIN_MS);

async function publish(client: SupabaseClient, custom_path?: string): Promise<{ id: string; path: string }> {
  const answer = await client.functions.invoke<{ site: { id: string; path: string } }>('create-site', {
    body: { html_content: '<h1>x</h1>', custom_path },
  });
  if (!answer.data) throw new Error('not published', { cause: answer.error });
  return answer.data.site;
}

async function rowOf(id: string) {
  const rows: Record<string, unknown>[] = await query(system.sitesDatabaseUrl, 'SELECT * FROM sites WHERE id = $1', [
    id,
  ]);
  return rows[0];
}

async function insertSites(accountId: string, count: number, bytes: number): Promise<void> {
  await query(
    system.sitesDatabaseUrl,
    `WITH page AS (
       INSERT INTO contents (hash, html, used_at) VALUES (sha256(repeat('x', $3::int)::bytea), repeat('x', $3::int), now())
       ON CONFLICT (hash) DO UPDATE SET used_at = now() RETURNING hash)
     INSERT INTO sites (id, user_id, title, path, content_hash, bytes, storage_path, created_at, expires_at, last_modified)
     SELECT gen_random_uuid(), $1::text::uuid, 't', substr(md5($1::text || n), 1, 12), hash, $3::int, 'x' || n, now(),
            now() + interval '1 day', now() FROM page, generate_series(1, $2::int) AS n`,
    [accountId, count, bytes],
  );
}

describe('the data API, through the unmodified client', () => {
  it('counts everybody’s active sites for visitors and lists them none', async () => {
    await publish(owner);
    const { count, error } = await publicClient(system)
      .from('sites')
      .select('*', { count: 'exact', head: true })
      .eq('is_active', true);
    expect(error).toBeNull();
    expect(count).toBeGreaterThan(0);
    expect((await publicClient(system).from('sites').select('*')).data).toEqual([]);
  });

  it('tells a token that is none from one whose time is over', async () => {
    const codeFor = async (token: string) => {
      const answer = await system.call('/rest/v1/sites', { token });
      return [answer.status, ((await answer.json()) as { code: string }).code];
    };
    const token = (await owner.auth.getSession()).data.session?.access_token ?? '';
    expect(await codeFor(token.slice(0, -4) + 'AAAA')).toEqual([401, 'PGRST301']);
    expect(await codeFor('a.b.c')).toEqual([401, 'PGRST301']);
    const { signingKey } = system;
    const ended = new SignJWT({ ...decodeJwt(token), exp: Math.floor(Date.now() / 1000) - 60 })
      .setProtectedHeader({ alg: 'ES256', kid: signingKey.kid })
      .sign(await importJWK(signingKey));
    expect(await codeFor(await ended)).toEqual([401, 'PGRST303']);
  });

  it('lists own sites, without the page unless it is named, by order, range and filters', async () => {
    const account = await makeAccount(system);
    const client = await signedIn(system, account.email);
    const sites = [await publish(client), await publish(client), await publish(client)];
    const own = await client
      .from('sites')
      .select('*')
      .eq('user_id', account.id)
      .order('created_at', { ascending: false });
    expect(own.data?.map(({ id }) => id as string)).toEqual(sites.map(({ id }) => id).reverse());
    expect(own.data?.[0]).toMatchObject({
      title: 'x',
      html_content: null,
      stopped_reason: null,
      owner_unconfirmed: false,
    });
    const whole = await client.from('sites').select('*').eq('id', sites[0]?.id).single();
    expect(whole.data).toMatchObject({ id: sites[0]?.id, html_content: '<h1>x</h1>' });
    const page = await client.from('sites').select('id', { count: 'exact' }).order('created_at').range(1, 1);
    expect({ ...page, error: null }).toMatchObject({ status: 206, count: 3, data: [{ id: sites[1]?.id }] });
    const behind = (from: number) => client.from('sites').select('id', { count: 'exact' }).range(from, from);
    expect(await behind(3)).toMatchObject({ status: 206, count: 3, data: [] });
    expect(await behind(4)).toMatchObject({ status: 416, error: { code: 'PGRST103' } });
    const named = await client.from('sites').select('html_content').eq('id', sites[0]?.id).single();
    expect(named.data).toEqual({ html_content: '<h1>x</h1>' });
    // A column of a later release is answered only by its name.
    expect(whole.data).not.toHaveProperty('had_own_origin');
    const later = await client.from('sites').select('had_own_origin').eq('id', sites[0]?.id).single();
    expect(later.data).toEqual({ had_own_origin: false });
    const several = await client.from('sites').select('id').in('id', [sites[0]?.id, sites[2]?.id, randomUUID()]);
    expect(several.data).toHaveLength(2);
    expect(
      (await client.from('sites').select('id').neq('path', sites[0]?.path).is('noindex', false)).data,
    ).toHaveLength(2);
  });

  it('searches titles and paths, and goes on after a row, with alternatives', async () => {
    const client = await signedIn(system, (await makeAccount(system)).email);
    const [first, second, third] = [await publish(client), await publish(client), await publish(client)];
    const rows = client.from('sites').select('id, created_at').order('created_at');
    const { data } = await rows.limit(1).single();
    const [at, id] = [String(data?.created_at), String(data?.id)];
    const following = await client
      .from('sites')
      .select('id')
      .or(`created_at.gt.${at},and(created_at.eq.${at},id.gt.${id})`)
      .order('created_at');
    expect(following.data).toEqual([{ id: second.id }, { id: third.id }]);
    const found = async (words: string) =>
      (await client.from('sites').select('id').or(`title.ilike."${words}",path.ilike."${words}"`)).data?.length;
    expect(await found(`*${first.path.slice(1, -1).toUpperCase()}*`)).toBe(1);
    expect(await found('X')).toBe(3);
    expect(await found('%,()%')).toBe(0);
    const anybody = await stranger.from('sites').select('id').or(`id.eq.${first.id},is_active.is.true`);
    expect(anybody.data).not.toContainEqual({ id: first.id });
  }, 60_000);

  it('gives one object, or 406', async () => {
    const { id } = await publish(owner);
    expect((await owner.from('sites').select('*').eq('id', id).single()).data).toMatchObject({ id });
    const none = await owner.from('sites').select('*').eq('id', randomUUID()).single();
    expect(none).toMatchObject({ status: 406, error: { code: 'PGRST116', details: 'The result contains 0 rows' } });
    expect(await owner.from('sites').select('*').eq('id', randomUUID()).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
  });

  it('changes noindex and path, and says when a path is taken', async () => {
    const { id } = await publish(owner);
    const taken = await publish(stranger, `t-${randomUUID().slice(0, 8)}`);
    expect(await owner.from('sites').update({ noindex: true }).eq('id', id)).toMatchObject({
      status: 204,
      error: null,
    });
    expect(await rowOf(id)).toMatchObject({ noindex: true });
    expect(await owner.from('sites').update({ path: taken.path }).eq('id', id)).toMatchObject({
      status: 409,
      error: { code: '23505', details: `Key (path)=(${taken.path}) already exists.` },
    });
    const path = `p-${randomUUID().slice(0, 8)}`;
    expect((await owner.from('sites').update({ path }).eq('id', id).select().single()).data).toMatchObject({
      id,
      path,
    });
    expect(await owner.from('sites').update({ path: 'No' }).eq('id', id)).toMatchObject({
      status: 400,
      error: { code: '23514' },
    });
  });

  it('extends by 30 days, makes permanent, and nothing else', async () => {
    const { id } = await publish(owner);
    const present = (await rowOf(id))?.['expires_at'] as Date;
    const to = (time: number) =>
      owner
        .from('sites')
        .update({ expires_at: new Date(time).toISOString(), last_modified: new Date().toISOString() })
        .eq('id', id);
    expect((await to(present.getTime() + 32 * DAY_MS)).status).toBe(400);
    expect((await to(present.getTime() + 30 * DAY_MS)).status).toBe(204);
    expect((await rowOf(id))?.['expires_at']).toEqual(new Date(present.getTime() + 30 * DAY_MS));
    expect((await to(Date.now() + 36_525 * DAY_MS)).status).toBe(204);
    expect(((await rowOf(id))?.['expires_at'] as Date).getUTCFullYear()).toBe(new Date().getUTCFullYear() + 100);
  });

  it('keeps paths and permanence for the registered', async () => {
    const temporary = publicClient(system);
    await temporary.auth.signInAnonymously();
    const { id } = await publish(temporary);
    for (const changes of [
      { path: 'squatted' },
      { expires_at: new Date(Date.now() + 36_525 * DAY_MS).toISOString() },
    ]) {
      expect(await temporary.from('sites').update(changes).eq('id', id)).toMatchObject({
        status: 403,
        error: { code: 'REGISTRATION_REQUIRED' },
      });
    }
    expect((await temporary.from('sites').update({ noindex: true }).eq('id', id)).status).toBe(204);

    let status = 204;
    for (let repeats = 0; status === 204 && repeats < 14; repeats++) {
      const expiresAt = (await rowOf(id))?.['expires_at'] as Date;
      const later = new Date(expiresAt.getTime() + 30 * DAY_MS).toISOString();
      status = (await temporary.from('sites').update({ expires_at: later }).eq('id', id)).status;
    }
    expect(status).toBe(403);
    const row = await rowOf(id);
    expect((row?.['expires_at'] as Date).getTime()).toBeLessThanOrEqual(Date.now() + 366 * DAY_MS);
  });

  it.each([
    [{ title: 'x' }, 403, '42501'],
    [{ noindex: true, user_id: randomUUID() }, 403, '42501'],
    [{ noindex: true, owner_unconfirmed: false }, 403, '42501'],
    [{ nothing: 1 }, 400, 'PGRST204'],
    [{ noindex: 'yes' }, 400, '22P02'],
    [{ expires_at: 'soon' }, 400, '22007'],
    [{ last_modified: '0000-01-01' }, 400, '22007'],
    [{ last_modified: '9999-12-31T23:30:00-05:00' }, 400, '22007'],
    [{ last_modified: '2027-02-29T00:00:00Z' }, 400, '22007'],
    [{}, 400, 'PGRST102'],
  ])('refuses to write %j', async (changes, status, code) => {
    const { id } = await publish(owner);
    const before = await rowOf(id);
    expect(await owner.from('sites').update(changes).eq('id', id)).toMatchObject({ status, error: { code } });
    expect(await rowOf(id)).toEqual(before);
  });

  it('changes and deletes no more rows than max-affected allows', async () => {
    // `maxAffected()` sends this; the client's types need a generated schema for that.
    const maxAffected = (rows: number) => `handling=strict,max-affected=${rows}`;
    const sites = [await publish(owner), await publish(owner)];
    const ids = sites.map(({ id }) => id);
    const before = await Promise.all(ids.map(rowOf));
    const refused = { status: 400, error: { code: 'PGRST124', details: 'The query affects 2 rows' } };
    expect(
      await owner.from('sites').update({ noindex: true }).in('id', ids).setHeader('Prefer', maxAffected(1)),
    ).toMatchObject(refused);
    expect(await owner.from('sites').delete().in('id', ids).setHeader('Prefer', maxAffected(1))).toMatchObject(refused);
    expect(await Promise.all(ids.map(rowOf))).toEqual(before);
    expect(
      await owner.from('sites').update({ noindex: true }).in('id', ids).setHeader('Prefer', maxAffected(2)),
    ).toMatchObject({
      status: 204,
    });
    expect(await owner.from('sites').delete().in('id', ids).setHeader('Prefer', maxAffected(2))).toMatchObject({
      status: 204,
    });
    expect(await Promise.all(ids.map(rowOf))).toEqual([undefined, undefined]);
  });

  it('answers as if the path was taken where it is reserved, such as the name of a brand', async () => {
    const { id } = await publish(owner);
    expect(await owner.from('sites').update({ path: 'amaz0n' }).eq('id', id)).toMatchObject({
      status: 409,
      error: { code: '23505', message: 'duplicate key value violates unique constraint "sites_path_key"' },
    });
  });

  it('changes and deletes up to 1,000 rows together, and none of more', async () => {
    const { id: accountId, email } = await makeAccount(system);
    const client = await signedIn(system, email);
    await insertSites(accountId, 1_001, 1);
    const states = () =>
      query(system.sitesDatabaseUrl, 'SELECT noindex, count(*)::int FROM sites WHERE user_id = $1 GROUP BY 1', [
        accountId,
      ]);
    const refused = { status: 400, error: { code: 'PGRST124', details: 'The query affects more than 1000 rows' } };
    expect(await client.from('sites').update({ noindex: true }).eq('user_id', accountId)).toMatchObject(refused);
    expect(await client.from('sites').delete().eq('user_id', accountId)).toMatchObject(refused);
    expect(await states()).toEqual([{ noindex: false, count: 1_001 }]);
    await query(
      system.sitesDatabaseUrl,
      `UPDATE sites SET title = 'other', expires_at = now() - interval '1 day', is_active = false
       WHERE id = (SELECT id FROM sites WHERE user_id = $1 LIMIT 1)`,
      [accountId],
    );
    expect(await client.from('sites').update({ noindex: true }).eq('title', 't')).toMatchObject({ status: 204 });
    expect(await states()).toEqual([
      { noindex: false, count: 1 },
      { noindex: true, count: 1_000 },
    ]);
    expect(await client.from('sites').delete().eq('title', 't').lt('path', 'f')).toMatchObject({ status: 204 });
    // Each page has its own lifetime, and an expired one is shown again.
    const expires_at = new Date(Date.now() + 100 * 365.25 * DAY_MS).toISOString();
    const permanent = await client
      .from('sites')
      .update({ expires_at })
      .eq('user_id', accountId)
      .select('id, is_active');
    expect(permanent.data?.every(({ is_active }) => is_active === true)).toBe(true);
    const ids = permanent.data?.map(({ id }) => String(id));
    expect(ids).toEqual(ids?.toSorted());
    const path = `path-${randomUUID().slice(0, 8)}`;
    expect(await client.from('sites').update({ path }).eq('user_id', accountId)).toMatchObject({
      status: 409,
      error: { code: '23505' },
    });
  });

  it('counts each row that is changed, and refuses further changes with 429', async () => {
    // The limit is 3,000 rows in five minutes.
    const limited = await system.startGateway({ AUTH_RATE_LIMITS: '0.001', PUBLIC_ORIGIN: system.origin });
    const { access_token: token, user } = await system.signUp();
    await insertSites(user.id, 5, 1);
    const change = (method: string, query: string) =>
      fetch(`${limited.origin}/rest/v1/sites?${query}`, {
        method,
        headers: { apikey: system.anonKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(method === 'PATCH' ? { body: '{"noindex":true}' } : {}),
      });
    expect((await change('PATCH', 'title=eq.none')).status).toBe(204);
    expect((await change('PATCH', 'title=eq.t')).status).toBe(204);
    for (const method of ['PATCH', 'DELETE']) {
      const refused = await change(method, 'title=eq.t');
      expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'RATE_LIMITED' }]);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await limited.close();
  });

  it('refuses what it does not follow: plans, stripped nulls, other formats, a change to be taken back', async () => {
    const { id } = await publish(owner);
    const before = await rowOf(id);
    const unavailable = { status: 406, error: { code: 'PGRST107' } };
    expect(await owner.from('sites').select('*').explain()).toMatchObject(unavailable);
    expect(await owner.from('sites').select('*').stripNulls()).toMatchObject(unavailable);
    expect(await owner.from('sites').select('*').eq('id', id).single().stripNulls()).toMatchObject(unavailable);
    expect(await owner.from('sites').select('*').csv()).toMatchObject(unavailable);
    expect(await owner.from('sites').select('*').geojson()).toMatchObject(unavailable);
    expect(await owner.from('sites').update({ noindex: true }).eq('id', id).rollback()).toMatchObject({
      status: 400,
      error: { code: 'PGRST100' },
    });
    expect(await rowOf(id)).toEqual(before);
  });

  it.each([
    ['PATCH', '/rest/v1/sites?id=eq.1', '{', 400, 'PGRST102', 'Empty or invalid json'],
    ['GET', '/rest/v1', undefined, 404, 'PGRST205', 'Could not find the table in the schema cache'],
    ['GET', '/rest/v1/', undefined, 404, 'PGRST205', 'Could not find the table in the schema cache'],
  ])('says in PostgREST’s words what is wrong with %s %s', async (method, path, body, status, code, message) => {
    const answer = await system.call(path, {
      method,
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    });
    expect([answer.status, await answer.json()]).toEqual([status, { code, message, details: null, hint: null }]);
  });

  it.each([
    ['?id=eq.nonsense', 400, '22P02'],
    ['?created_at=gt.then', 400, '22007'],
    ['?created_at=gt.2026-02-30', 400, '22007'],
    ['?created_at=gt.0000-01-01', 400, '22007'],
    ['?nothing=eq.1', 400, '42703'],
    ['?select=nothing', 400, '42703'],
    ['?order=nothing', 400, '42703'],
    ['?title=like.x', 400, 'PGRST100'],
    ['?or=id.eq.1', 400, 'PGRST100'],
    ['?or=(id.eq.1)', 400, '22P02'],
    ['?or=(nothing.eq.1)', 400, '42703'],
    ['?html_content=ilike.*a*', 400, '22P02'],
    ['?title=ilike.a%5C', 400, '22P02'],
    ['?select=users(*)', 400, 'PGRST200'],
  ])('refuses the query %s', async (search, status, code) => {
    const answer = await system.call(`/rest/v1/sites${search}`);
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status, body: { code, hint: null } });
  });

  it('keeps accounts from the rows of others', async () => {
    const site = await publish(owner, `mine-${randomUUID().slice(0, 8)}`);
    const before = await rowOf(site.id);
    for (const [column, value] of Object.entries({ id: site.id, path: site.path, user_id: ownerId })) {
      expect((await stranger.from('sites').select('*').eq(column, value)).data).toEqual([]);
      expect(await stranger.from('sites').update({ noindex: true }).eq(column, value).select()).toMatchObject({
        data: [],
        error: null,
      });
      expect(await stranger.from('sites').delete().eq(column, value)).toMatchObject({ status: 204 });
      expect((await publicClient(system).from('sites').delete().eq(column, value)).status).toBe(401);
    }
    const forged = { ...before, user_id: strangerId };
    expect(await stranger.from('sites').upsert(forged)).toMatchObject({ status: 403, error: { code: '42501' } });
    expect(await publicClient(system).from('sites').insert(forged)).toMatchObject({
      status: 401,
      error: { code: '42501' },
    });
    expect((await stranger.from('sites').update({ user_id: strangerId }).eq('id', site.id)).status).toBe(403);
    const storagePath = String(before?.['storage_path']);
    expect((await stranger.storage.from('html-sites').remove([storagePath])).data).toEqual([]);
    expect(await rowOf(site.id)).toEqual(before);
  });

  it('knows no files to read, in the words of the storage wire', async () => {
    const files = owner.storage.from('html-sites');
    const missing = { code: 'NoSuchKey', message: 'Object not found' };
    expect((await files.exists('x')).data).toBe(false);
    expect(await files.info('x')).toMatchObject({ data: null, error: missing });
    expect(await files.list('x')).toMatchObject({ data: null, error: missing });
    expect((await files.download('x')).data).toBeNull();
    const { publicUrl } = files.getPublicUrl('x').data;
    const answer = await fetch(publicUrl, { headers: { apikey: system.anonKey } });
    expect(await answer.json()).toEqual({ ...missing, statusCode: '404', error: 'not_found' });
  });

  it('removes the artifact, then the row', async () => {
    const { id } = await publish(owner);
    const { data } = await owner.from('sites').select('storage_path').eq('id', id).single();
    const storagePath = String(data?.['storage_path']);
    const removed = await owner.storage.from('html-sites').remove([storagePath, `${id}/*`, '../x']);
    expect(removed.data?.map(({ name }) => name)).toEqual([storagePath]);
    expect((await owner.storage.from('html-sites').remove([storagePath])).data).toEqual([]);
    const withNul = await owner.storage.from('html-sites').remove([storagePath, 'a\0b']);
    expect(withNul.error?.message).toContain('names have no NUL');
    expect((await owner.from('sites').delete().eq('id', id)).status).toBe(204);
    expect(await rowOf(id)).toBeUndefined();
    expect((await owner.storage.from('html-sites').remove([storagePath])).data).toEqual([]);
    expect((await owner.storage.from('other').remove([storagePath])).error?.message).toBe('Bucket not found');
    expect((await owner.storage.from('html-sites').remove([])).error).not.toBeNull();
  });

  it('refuses what does not fit into one answer, and then changes nothing', async () => {
    const account = await makeAccount(system);
    const client = await signedIn(system, account.email);
    await insertSites(account.id, 10, 1_048_576);
    const own = () =>
      query<{ noindex: boolean }>(system.sitesDatabaseUrl, 'SELECT noindex FROM sites WHERE user_id = $1', [
        account.id,
      ]);
    const sites = client.from('sites');
    for (const asked of [
      sites.delete().eq('user_id', account.id).select('id,html_content'),
      sites.update({ noindex: true }).eq('user_id', account.id).select('id,html_content'),
      sites.select('id,html_content'),
    ]) {
      expect(await asked).toMatchObject({ status: 413, data: null });
    }
    expect((await own()).map(({ noindex }) => noindex)).toEqual(Array.from({ length: 10 }, () => false));
    expect((await sites.select('id,html_content').limit(6)).data).toHaveLength(6);
    expect((await sites.delete().eq('user_id', account.id)).status).toBe(204);
    expect(await own()).toEqual([]);
  });

  it('says so where the most rows of an answer end a list', async () => {
    const account = await makeAccount(system);
    const client = await signedIn(system, account.email);
    await insertSites(account.id, 1001, 1);
    const { status, data } = await client.from('sites').select('id,html_content');
    expect([status, data?.length]).toEqual([206, 1000]);
    const token = (await client.auth.getSession()).data.session?.access_token;
    const answer = await system.call('/rest/v1/sites?select=id', { token });
    expect(answer.headers.get('content-range')).toBe('0-999/1001');
    expect((await client.from('sites').select('id').limit(1000)).status).toBe(200);
  });

  it('changes nothing without a filter, and lets the service key see all', async () => {
    await publish(owner);
    for (const method of ['PATCH', 'DELETE']) {
      const token = (await owner.auth.getSession()).data.session?.access_token;
      const answer = await system.call('/rest/v1/sites', { method, json: { noindex: true }, token });
      expect(await answer.json()).toMatchObject({ code: '21000' });
    }
    expect(
      (await serviceClient(system).from('sites').select('id').eq('user_id', ownerId)).data?.length,
    ).toBeGreaterThan(0);
  });
});
