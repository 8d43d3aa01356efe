import { randomUUID } from 'node:crypto';
import {
  createSiteAnswerSchema,
  labelVersionAnswerSchema,
  limits,
  siteVersionAnswerSchema,
  siteVersionsAnswerSchema,
  updateSiteAnswerSchema,
} from '@haru/contracts';
import { query } from '@haru/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { makeAccount, signedIn } from './accounts-of-tests.js';
import { expectRefusal } from './expect-refusal.js';
import { sharedSystem, START_WITHIN_MS } from './people.js';
import type { CallInit, RunningSystem } from './start-system.js';

let system: RunningSystem;
let token: string;

beforeAll(async () => {
  system = await sharedSystem();
  token = (await system.signUp()).access_token;
}, START_WITHIN_MS);

async function publish(html = '<title>one</title>', headers = {}) {
  const answer = await system.call('/functions/v1/create-site', {
    method: 'POST',
    json: { html_content: html },
    token,
    headers,
  });
  return createSiteAnswerSchema.parse(await answer.json()).site;
}

const post = (name: string, json: object, init: CallInit = {}) =>
  system.call(`/functions/v1/${name}`, { method: 'POST', json, token, ...init });
const update = (id: string, html: string, ifMatch?: string, headers: Record<string, string> = {}) =>
  post(
    'update-site',
    { id, html_content: html },
    { headers: { ...(ifMatch ? { 'if-match': ifMatch } : {}), ...headers } },
  );
const updated = async (answer: Response) => updateSiteAnswerSchema.parse(await answer.json()).site;
const list = async (id: string, more = '') => {
  const answer = await system.call(`/functions/v1/site-versions?id=${id}${more}`, { token });
  return siteVersionsAnswerSchema.parse(await answer.json());
};
const read = (id: string, version: number | string, init: CallInit = {}) =>
  system.call(`/functions/v1/site-version?id=${id}&version=${version}`, { token, ...init });
const shown = async (path: string, encoding = 'identity') => {
  const answer = await fetch(`${system.pagesOrigin}/share/${path}`, { headers: { 'accept-encoding': encoding } });
  return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') };
};

describe('POST /functions/v1/update-site', () => {
  it('makes a new version, which every viewer shows in all encodings within a second', async () => {
    const site = await publish();
    const before = await shown(site.path);
    expect(before.text).toBe('<title>one</title>');
    const answer = await update(site.id, '<title>二</title>', '"v1"', { 'x-haru-source': 'web' });
    const answeredAt = performance.now();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('etag')).toBe('"v2"');
    const { title, path, url, fallback_url, expires_at } = { ...site, title: '二' };
    expect(await updated(answer)).toEqual({
      id: site.id,
      path,
      title,
      url,
      fallback_url,
      expires_at,
      version: 2,
      is_changed: true,
    });
    const after = await Promise.all(['identity', 'gzip', 'br'].map((encoding) => shown(path, encoding)));
    expect(after.map(({ text }) => text)).toEqual(Array(3).fill('<title>二</title>'));
    expect(performance.now() - answeredAt).toBeLessThan(1_000);
    expect(after.map(({ etag }) => etag)).not.toContain(before.etag);
    const { versions } = await list(site.id);
    expect(versions).toMatchObject([
      { version: 2, title: '二', bytes: 18, source: 'web', label: null, is_current: true },
      { version: 1, title: 'one', bytes: 18, source: 'api', label: null, is_current: false },
    ]);
    const served = await system.call(`/functions/v1/serve-site?path=${path}`);
    expect(await served.json()).toMatchObject({ site: { title: '二', html_content: '<title>二</title>' } });
  });

  it('requires the version it is based on, and refuses an old one with the current one', async () => {
    const { id } = await publish();
    await expectRefusal(await update(id, '<p>x'), 428, 'BASE_VERSION_REQUIRED');
    await expectRefusal(await update(id, '<p>x', '"abc"'), 400, 'VALIDATION_FAILED');
    const first = await post('update-site', { id: id.toUpperCase(), html_content: '<p>2', base_version: 1 });
    expect(await updated(first)).toMatchObject({ version: 2 });
    const { current } = await expectRefusal(await update(id, '<p>3', '"v1"'), 412, 'VERSION_CONFLICT');
    expect(current).toEqual({ version: 2, source: 'api', created_at: expect.any(String) });
    await expectRefusal(await update(id, '<p>3', '"v3"'), 412, 'VERSION_CONFLICT');
    expect(await updated(await update(id, '<p>3', '*'))).toMatchObject({ version: 3, is_changed: true });
  });

  it('makes no version of the content that the page has', async () => {
    const { id } = await publish('<p>same');
    const answer = await update(id, '<p>same', '"v1"');
    expect(answer.headers.get('etag')).toBe('"v1"');
    expect(await updated(answer)).toMatchObject({ version: 1, is_changed: false });
    expect((await list(id)).versions).toHaveLength(1);
  });

  it('lets one of 100 concurrent updates of a version succeed, and leaves no gap', async () => {
    const { id, path } = await publish();
    for (const base of [1, 2]) {
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, n) => update(id, `<p>${base} ${n}`, `"v${base}"`)),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 412)).toHaveLength(99);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect((await shown(path)).text).toContain(`<p>${base} ${winner}`);
    }
    const overwriting = await Promise.all(Array.from({ length: 30 }, (_, n) => update(id, `<p>any ${n}`, '*')));
    expect(new Set(overwriting.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await list(id)).versions.map(({ version }) => version)).toEqual(
      Array.from({ length: 33 }, (_, n) => 33 - n),
    );
  });

  it('makes one version of an update that is repeated with its key, and none of another one', async () => {
    const { id } = await publish();
    const key = { 'idempotency-key': randomUUID() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => update(id, '<p>once', '"v1"', key)));
    const sites = await Promise.all(answers.map(updated));
    expect(sites).toEqual(Array(5).fill(sites[0]));
    expect(sites[0]).toMatchObject({ version: 2, is_changed: true });
    await updated(await update(id, '<p>later', '"v2"'));
    expect(await updated(await update(id, '<p>once', '"v1"', key))).toEqual(sites[0]);
    await expectRefusal(await update(id, '<p>other', '"v3"', key), 422, 'IDEMPOTENCY_KEY_REUSED');
    await expectRefusal(await update(id, '<p>once', '"v3"', key), 422, 'IDEMPOTENCY_KEY_REUSED');
    expect((await list(id)).versions).toHaveLength(3);
  });

  it('takes a page of 1 MiB that is escaped in its JSON, and refuses what cannot be published', async () => {
    const { id } = await publish();
    const html = '\n'.repeat(limits.htmlMaxBytes - 3) + '<p>';
    expect((await update(id, html, '"v1"')).status).toBe(200);
    const back = siteVersionAnswerSchema.parse(await (await read(id, 2)).json());
    expect(back.site.html_content === html).toBe(true);
    await expectRefusal(await update(id, ' ', '"v2"'), 400, 'HTML_BLANK');
    await expectRefusal(await update(id, `${html}>`, '"v2"'), 413, 'HTML_TOO_LARGE');
    await expectRefusal(await update(id, 'a\0b', '"v2"'), 400, 'HTML_NOT_TEXT');
    await expectRefusal(await post('update-site', { id: 'x', html_content: 'x' }), 400, 'VALIDATION_FAILED');
  });

  it('changes who sees the page together with its content, or alone', async () => {
    const { id, path } = await publish();
    const secret = { id, html_content: '<p>private', visibility: 'secret', base_version: 1 };
    const made = updateSiteAnswerSchema.parse(await (await post('update-site', secret)).json());
    expect(made.site).toMatchObject({ visibility: 'secret', version: 2, is_changed: true });
    expect((await shown(path)).status).toBe(404);
    expect(await (await fetch(made.site.url)).text()).toContain('<p>private');
    const source = `/functions/v1/pages/${path}/source`;
    const put = (query: string) =>
      system.call(source + query, { method: 'PUT', body: '<p>private', token, headers: { 'if-match': '"v2"' } });
    await expectRefusal(await put('?password=12345678'), 400, 'VALIDATION_FAILED');
    await expectRefusal(await put('?visibility=password'), 400, 'VALIDATION_FAILED');
    expect((await shown(path)).status).toBe(404);
    const opened = updateSiteAnswerSchema.parse(await (await put('?visibility=public')).json());
    expect(opened.site).toMatchObject({ version: 2, is_changed: false });
    expect((await shown(path)).text).toContain('<p>private');
    await post('update-site', { id, html_content: '<p>private', noindex: true, base_version: 2 });
    const rows = await system.call(`/rest/v1/sites?id=eq.${id}&select=noindex,version`, { token });
    expect(await rows.json()).toEqual([{ noindex: true, version: 2 }]);
    const absent = { visibility: null, password: null, noindex: null, upload_id: null, base_version: 2 };
    expect((await post('update-site', { id, html_content: '<p>other', ...absent })).status).toBe(200);
  });

  it('gives a page the title that is named', async () => {
    const named = { html_content: '<p>one', title: ' A title ' };
    const answer = await post('create-site', named);
    const { site } = createSiteAnswerSchema.parse(await answer.json());
    expect(site.title).toBe('A title');
    const change = { id: site.id, html_content: '<p>two', title: 'Another', base_version: 1 };
    expect((await updated(await post('update-site', change))).title).toBe('Another');
    const tooLong = { ...change, base_version: 2, title: 'x'.repeat(limits.titleMaxLength + 1) };
    await expectRefusal(await post('update-site', tooLong), 400, 'VALIDATION_FAILED');
  });

  it('changes only live pages of the caller', async () => {
    const { id } = await publish();
    await expectRefusal(await update(randomUUID(), '<p>x', '*'), 404, 'SITE_NOT_FOUND');
    const stranger = (await system.signUp()).access_token;
    const init = { token: stranger, headers: { 'if-match': '*' } };
    await expectRefusal(await post('update-site', { id, html_content: '<p>x' }, init), 404, 'SITE_NOT_FOUND');
    const bare = await system.call('/functions/v1/update-site', { method: 'POST', json: { id, html_content: '<p>' } });
    expect(bare.status).toBe(401);
    await query(system.sitesDatabaseUrl, 'UPDATE sites SET expires_at = now() WHERE id = $1', [id]);
    await expectRefusal(await update(id, '<p>x', '*'), 410, 'SITE_EXPIRED');
    await query(
      system.sitesDatabaseUrl,
      `UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = 'r', stopped_source = 'admin' WHERE id = $1`,
      [id],
    );
    await expectRefusal(await update(id, '<p>x', '*'), 403, 'SITE_STOPPED');
    await expectRefusal(await read(id, 1), 403, 'SITE_STOPPED');
  });
});

describe('versions of a page', () => {
  it('are listed newest first, a page at a time, for their owner alone', async () => {
    const { id } = await publish();
    for (const base of [1, 2, 3, 4]) await update(id, `<p>${base}`, `"v${base}"`);
    const first = await list(id, '&limit=2');
    expect(first.versions.map(({ version }) => version)).toEqual([5, 4]);
    const rest = await list(id, `&limit=3&after=${first.next}`);
    expect(rest.versions.map(({ version }) => version)).toEqual([3, 2, 1]);
    expect(rest.next).toBeNull();
    const stranger = (await system.signUp()).access_token;
    const foreign = await system.call(`/functions/v1/site-versions?id=${id}`, { token: stranger });
    await expectRefusal(foreign, 404, 'SITE_NOT_FOUND');
    await expectRefusal(await read(id, 1, { token: stranger }), 404, 'SITE_NOT_FOUND');
    await expectRefusal(
      await system.call(`/functions/v1/site-versions?id=${id}&limit=0`, { token }),
      400,
      'VALIDATION_FAILED',
    );
    await expectRefusal(await read(id, 'x'), 400, 'VALIDATION_FAILED');
  });

  it('are read as they were pasted, and restored as new ones', async () => {
    const html = '\uFEFF<p>first\r\n</p>';
    const { id, path } = await publish(html);
    await update(id, '<p>second', '"v1"');
    const answer = await read(id, 1);
    expect(answer.headers.get('etag')).toBe('"v1"');
    const { site } = siteVersionAnswerSchema.parse(await answer.json());
    expect(site).toMatchObject({ id, version: 1, html_content: html, label: null, source: 'api' });
    await expectRefusal(await read(id, 3), 404, 'VERSION_NOT_FOUND');
    await expectRefusal(await post('restore-version', { id, version: 3 }), 404, 'VERSION_NOT_FOUND');
    await expectRefusal(await post('restore-version', { id, version: 1, base_version: 1 }), 412, 'VERSION_CONFLICT');
    const restored = await post('restore-version', { id, version: 1 });
    expect(restored.headers.get('etag')).toBe('"v3"');
    expect(await updated(restored)).toMatchObject({ id, path, version: 3, is_changed: true });
    expect((await list(id)).versions[0]).toMatchObject({ version: 3, source: 'restore' });
    expect(siteVersionAnswerSchema.parse(await (await read(id, 3)).json()).site.html_content).toBe(html);
    expect(await updated(await post('restore-version', { id, version: 1 }))).toMatchObject({ is_changed: false });
  });

  it('are restored once with a key, however often it is repeated', async () => {
    const { id } = await publish();
    await update(id, '<p>second', '"v1"');
    const init = { headers: { 'idempotency-key': randomUUID() } };
    const restore = (version: number) => post('restore-version', { id, version }, init);
    const first = await updated(await restore(1));
    expect(first).toMatchObject({ version: 3, is_changed: true });
    await updated(await update(id, '<p>fourth', '"v3"'));
    expect(await updated(await restore(1))).toEqual(first);
    await expectRefusal(await restore(2), 422, 'IDEMPOTENCY_KEY_REUSED');
    expect((await list(id)).versions).toHaveLength(4);
  });

  it('get labels, twenty at most', async () => {
    const { id } = await publish();
    const label = (version: number, text: string | null) => post('label-version', { id, version, label: text });
    const labelled = labelVersionAnswerSchema.parse(await (await label(1, ' 初版 ')).json());
    expect(labelled.version).toMatchObject({ version: 1, label: '初版', is_current: true });
    for (let base = 1; base <= limits.labelledVersionsMax; base++) {
      const body = { id, html_content: `<p>${base}`, base_version: base, label: `v${base}` };
      const answer = await post('update-site', body);
      if (base === limits.labelledVersionsMax) await expectRefusal(answer, 409, 'TOO_MANY_LABELS');
      else expect(answer.status).toBe(200);
    }
    await update(id, '<p>last', '"v20"');
    await expectRefusal(await label(21, 'x'), 409, 'TOO_MANY_LABELS');
    expect((await label(20, 'another')).status).toBe(200);
    expect((await label(20, null)).status).toBe(200);
    expect((await label(21, 'x')).status).toBe(200);
    await expectRefusal(await label(22, null), 404, 'VERSION_NOT_FOUND');
    await expectRefusal(await label(1, ' '), 400, 'VALIDATION_FAILED');
    await expectRefusal(await label(1, 'x'.repeat(101)), 400, 'VALIDATION_FAILED');
  });

  it('are erased, except for the current one', async () => {
    const { id } = await publish('<p>secret');
    await update(id, '<p>clean', '"v1"');
    await expectRefusal(await post('erase-version', { id, version: 2 }), 409, 'VERSION_IS_CURRENT');
    expect(await (await post('erase-version', { id, version: 1 })).json()).toEqual({ success: true });
    await expectRefusal(await read(id, 1), 404, 'VERSION_NOT_FOUND');
    await expectRefusal(await post('erase-version', { id, version: 1 }), 404, 'VERSION_NOT_FOUND');
    expect((await list(id)).versions.map(({ version }) => version)).toEqual([2]);
    expect(await updated(await update(id, '<p>next', '"v2"'))).toMatchObject({ version: 3 });
  });
});

describe('the data API', () => {
  it('has the version, by which an unmodified client changes a page conditionally', async () => {
    const account = await makeAccount(system);
    const client = await signedIn(system, account.email);
    const made = await client.functions.invoke<{ site: { id: string } }>('create-site', {
      body: { html_content: '<p>x' },
    });
    const id = made.data?.site.id ?? '';
    const row = await client.from('sites').select('*').eq('id', id).single();
    expect(row.data).toMatchObject({ version: 1, html_content: '<p>x' });
    const changes = client.from('sites').update({ noindex: true });
    expect((await changes.eq('id', id).eq('version', 2).select('version')).data).toEqual([]);
    const again = client.from('sites').update({ noindex: true });
    expect((await again.eq('id', id).eq('version', 1).select('version')).data).toEqual([{ version: 1 }]);
    expect((await client.from('sites').update({ version: 5 }).eq('id', id)).error?.code).toBe('42501');
    expect((await client.from('sites').select('id').eq('version', 'x')).error?.code).toBe('22P02');
    expect((await client.from('sites').select('id').eq('html_content', '<p>x')).data).toEqual([{ id }]);
    expect((await client.from('sites').delete().eq('id', id).select('html_content,version')).data).toEqual([
      { html_content: '<p>x', version: 1 },
    ]);
  });
});
