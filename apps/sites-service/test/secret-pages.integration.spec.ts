import { randomUUID } from 'node:crypto';
import { PageAddresses, recoveryMessages, type RequestOf, siteMessages, versionMessages } from '@haru/contracts';
import { PasswordHashes } from '@haru/service-kit/passwords';
import { waitFor } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AccessKeys } from '../src/sites/access-keys.js';
import { OwnOriginRule } from '../src/sites/own-origin-rule.js';
import { PagePasswords } from '../src/sites/page-passwords.js';
import { ask } from './http.js';
import { publishTree } from './publish-tree.js';
import { contextOf, PUBLIC_ORIGIN, SitesUnderTest } from './sites-under-test.js';

type Access = Pick<RequestOf<typeof siteMessages.createSite>, 'visibility' | 'password'>;

const password = 'ひみつのことば１';
const PAGE = '<title>秘密</title><p>for some people only';
const pattern = 'https://{path}.pages.example';

describe('a page that is not public', () => {
  let sites: SitesUnderTest;
  /** Only one of the viewers has origins of their own. */
  let ports: { own: number; shared: number };
  const addresses = (isOwn: boolean) =>
    new PageAddresses({
      appOrigin: PUBLIC_ORIGIN,
      pagesOrigin: `http://localhost:${isOwn ? ports.own : ports.shared}`,
      pattern: isOwn ? pattern : undefined,
      ownOriginsFor: 'needed',
    });

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    const env = { VIEWER_ORIGIN_PATTERN: pattern, OWN_ORIGINS_FOR: 'needed' };
    const [, own, shared] = await Promise.all([sites.startService(env), sites.startViewer(env), sites.startViewer()]);
    ports = { own: own.port, shared: shared.port };
  }, 60_000);
  afterAll(() => sites.stop());

  const newPage = async (access: Access = { visibility: 'secret' }) => {
    const context = contextOf();
    const request = { htmlContent: `${PAGE}${randomUUID()}`, ...access };
    const { site } = await sites.client.call(siteMessages.createSite, request, context);
    return { context, ...site, accessKey: site.accessKey ?? '' };
  };
  type Page = Awaited<ReturnType<typeof newPage>>;

  const change = async ({ id, context }: Page, changes: Record<string, unknown>) => {
    const filters = [{ column: 'id', operator: 'eq' as const, values: [id] }];
    const request = { filters, changes, single: true, returning: ['access_key', 'visibility', 'had_own_origin'] };
    const { rows } = await sites.client.call(siteMessages.updateSites, request, context);
    return rows[0];
  };
  const onOwnHost = (path: string, target: string, headers: Record<string, string> = {}) =>
    ask(ports.own, target, { headers: { host: `${path}.pages.example`, ...headers } });
  const cookieOf = async (path: string, key: string) => {
    const { status, headers } = await onOwnHost(path, `/~${key}`);
    expect(status).toBe(303);
    return headers['set-cookie']?.[0]?.split(';', 1)[0] ?? '';
  };
  const stop = (path: string) =>
    sites.rows(
      `UPDATE sites SET is_active = false, stopped_at = now(), stopped_reason = 'x', stopped_source = 'moderator'
       WHERE path = $1`,
      [path],
    );
  const waitingForRows = async () => (await sites.rows('SELECT FROM pg_locks WHERE NOT granted')).length;
  const isShown = async (path: string, cookie: string) => (await onOwnHost(path, '/', { cookie })).status === 200;

  it('exchanges its key for a cookie on its own host', async () => {
    const { path, accessKey } = await newPage();
    const url = addresses(true).urlOf(path, true, accessKey);
    expect(url).toBe(`https://${path}.pages.example/~${accessKey}`);
    // Some programs escape the sign before the key.
    expect((await onOwnHost(path, `/%7E${accessKey}`)).status).toBe(303);
    const exchanged = await onOwnHost(path, new URL(url).pathname);
    expect(exchanged).toMatchObject({ status: 303, headers: { location: '/', 'referrer-policy': 'no-referrer' } });
    const [cookie = ''] = exchanged.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^__Host-haru-admitted=\S+; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/);
    const shown = await onOwnHost(path, '/', { cookie: cookie.split(';', 1)[0] ?? '' });
    expect(shown.body.toString()).toContain(PAGE);
    expect(shown).toMatchObject({
      status: 200,
      headers: { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' },
    });
  });

  it('stays open to a visitor who comes back within 30 days, because its host has others delete what it stored', async () => {
    const { path, accessKey } = await newPage();
    const given = await cookieOf(path, accessKey);
    const [renewed = ''] = (await onOwnHost(path, '/', { cookie: given })).headers['set-cookie'] ?? [];
    expect(renewed).toContain('; Max-Age=2592000; ');
    const cookie = renewed.split(';', 1)[0] ?? '';
    expect(await isShown(path, cookie)).toBe(true);
    const part = await onOwnHost(path, '/', { cookie, 'sec-fetch-dest': 'script' });
    expect(part.headers).not.toHaveProperty('set-cookie');
    const soon = await onOwnHost(path, '/', { cookie: given });
    expect(soon.headers).not.toHaveProperty('set-cookie');
  });

  it('is shown at the address with the key where pages have no hosts of their own', async () => {
    const { path, accessKey } = await newPage();
    const url = new URL(addresses(false).urlOf(path, true, accessKey));
    expect(url.pathname).toBe(`/share/${path}~${accessKey}`);
    const shown = await ask(ports.shared, url.pathname);
    expect(shown.body.toString()).toContain(PAGE);
    expect(shown.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it('shows the files of a tree with the cookie, or below the address with the key', async () => {
    const page = await newPage();
    const path = await publishTree(sites, { 'index.html': PAGE, 'app.1a2b3c4d.js': 'let x = 1;' });
    const [tree] = await sites.rows<{ id: string }>('SELECT id FROM sites WHERE path = $1', [path]);
    const row = await change(
      { ...page, id: tree?.id ?? '', context: contextOf({ accountId: tree?.id ?? '' }) },
      {
        visibility: 'secret',
      },
    );
    const key = String(row?.['access_key']);
    const cookie = await cookieOf(path, key);
    for (const file of ['/', '/app.1a2b3c4d.js']) {
      expect(await onOwnHost(path, file, { cookie })).toMatchObject({
        status: 200,
        headers: { 'cache-control': 'no-store' },
      });
      expect((await ask(ports.shared, `/share/${path}~${key}${file}`)).status).toBe(200);
      expect((await onOwnHost(path, file)).status).toBe(404);
      expect((await ask(ports.shared, `/share/${path}${file}`)).status).toBe(404);
    }
    expect((await ask(ports.shared, `/share/${path}~${key}`)).headers.location).toBe(`/share/${path}~${key}/`);
  });

  it('answers everything else as an unknown path is answered', async () => {
    const [page, other] = [await newPage(), await newPage()];
    const wrong = 'A'.repeat(22);
    const [expired, stopped] = [await newPage(), await newPage()];
    await sites.rows(`UPDATE sites SET expires_at = now() - interval '1 day' WHERE path = $1`, [expired.path]);
    await stop(stopped.path);
    const ofOther = await cookieOf(other.path, other.accessKey);
    const headersOfRequests: Record<string, string>[] = [
      {},
      ...[{ cookie: ofOther }, { cookie: '__Host-haru-admitted=x' }, { 'accept-encoding': 'br' }],
      ...[{ range: 'bytes=0-9' }, { 'if-none-match': '*' }, { 'sec-fetch-dest': 'script' }],
    ];
    const onOwn = [
      ...['/', '/index.html', `/~${wrong}`, `/~${other.accessKey}`].map((target) => [page, target] as const),
      ...[expired, stopped].flatMap((ended) => ['/', `/~${ended.accessKey}`].map((target) => [ended, target] as const)),
    ];
    for (const headers of headersOfRequests) {
      const unknown = await onOwnHost('unknown-path', '/', headers);
      expect(unknown.status).toBe(404);
      for (const [{ path }, target] of onOwn) {
        const answer = await onOwnHost(path, target, headers);
        expect({ ...answer, headers: { ...answer.headers, date: '' } }).toEqual({
          ...unknown,
          headers: { ...unknown.headers, date: '' },
        });
      }
      // The shared host does not show a page that has a host of its own, nor one whose key is missing.
      for (const target of ['', `~${wrong}`, `~${page.accessKey}`, `~${page.accessKey}/`]) {
        expect((await ask(ports.own, `/share/${page.path}${target}`, { headers })).status).toBe(404);
      }
      for (const target of ['', `~${wrong}`, `~${other.accessKey}`, '~']) {
        expect((await ask(ports.shared, `/share/${page.path}${target}`, { headers })).status).toBe(404);
      }
    }
    const served = sites.client.call(siteMessages.serveSite, { path: page.path }, contextOf());
    await expect(served).rejects.toMatchObject({ code: 'SITE_NOT_FOUND' });
  });

  it('is closed and opened by its owner from the moment of the answer on', async () => {
    const page = await newPage();
    const { path } = page;
    const cookie = await cookieOf(path, page.accessKey);
    expect(await isShown(path, cookie)).toBe(true);

    const renewed = String((await change(page, { access_key: null }))?.['access_key']);
    expect(renewed).not.toBe(page.accessKey);
    expect(await isShown(path, cookie)).toBe(false);
    expect((await onOwnHost(path, `/~${page.accessKey}`)).status).toBe(404);
    expect(await isShown(path, await cookieOf(path, renewed))).toBe(true);

    expect(await change(page, { visibility: 'public' })).toMatchObject({ access_key: null, visibility: 'public' });
    expect(await isShown(path, '')).toBe(true);
    expect((await ask(ports.shared, `/share/${path}`)).headers).toMatchObject({
      'cache-control': 'public, max-age=0, must-revalidate',
    });

    const closed = String((await change(page, { visibility: 'secret' }))?.['access_key']);
    expect(await isShown(path, '')).toBe(false);
    expect((await ask(ports.shared, `/share/${path}`)).status).toBe(404);
    expect([page.accessKey, renewed]).not.toContain(closed);
    expect(await isShown(path, await cookieOf(path, closed))).toBe(true);
  });

  it('tells its key to its owner alone, who cannot choose it', async () => {
    const page = await newPage();
    const list = async (context: Page['context']) => {
      const filters = [{ column: 'path', operator: 'eq' as const, values: [page.path] }];
      const request = { columns: ['access_key'], filters, order: [], offset: 0, want: 'rows', single: false } as const;
      return (
        await sites.client.call(siteMessages.listSites, { ...request, columns: ['access_key'], order: [] }, context)
      ).rows;
    };
    expect(await list(page.context)).toEqual([{ access_key: page.accessKey }]);
    expect(await list(contextOf())).toEqual([]);
    for (const changes of [{ access_key: 'x' }, { visibility: 'some' }]) {
      await expect(change(page, changes)).rejects.toMatchObject({ code: '22P02' });
    }
  });

  const codeOf = async (path: string, given = password) =>
    (await sites.client.call(siteMessages.openSite, { path, password: given }, contextOf())).code;
  const cookieByPassword = async (path: string, given?: string) => cookieOf(path, await codeOf(path, given));

  it('opens once for each time that its password is entered, in either width', async () => {
    const { path, accessKey } = await newPage({ visibility: 'password', password });
    expect(accessKey).toBe('');
    expect((await onOwnHost(path, '/')).status).toBe(404);
    const code = await codeOf(path, 'ひみつのことば1');
    const head = await ask(ports.own, `/~${code}`, { method: 'HEAD', headers: { host: `${path}.pages.example` } });
    expect([head.status, head.headers['set-cookie']]).toEqual([303, undefined]);
    expect(await isShown(path, await cookieOf(path, code))).toBe(true);
    expect((await onOwnHost(path, `/~${code}`)).status).toBe(404);
    expect((await ask(ports.own, `/share/${path}~${await codeOf(path)}`)).status).toBe(404);
  });

  it('refuses a password alike whatever the reason is, and takes no code of another page', async () => {
    const given = { visibility: 'password', password } as const;
    const [page, other, expired, stopped] = [
      await newPage(given),
      await newPage(given),
      await newPage(given),
      await newPage(given),
    ];
    const [secret, open] = [await newPage(), await newPage({ visibility: 'public' })];
    await sites.rows(`UPDATE sites SET expires_at = now() - interval '1 day' WHERE path = $1`, [expired.path]);
    await stop(stopped.path);
    const refused = { code: 'PAGE_PASSWORD_WRONG' };
    await expect(codeOf(page.path, 'another one')).rejects.toMatchObject(refused);
    // One at a time, because several at once may be answered SERVICE_BUSY.
    for (const path of [...[expired, stopped, secret, open].map((one) => one.path), 'unknown-path', 'no path']) {
      await expect(codeOf(path)).rejects.toMatchObject(refused);
    }
    expect((await onOwnHost(page.path, `/~${await codeOf(other.path)}`)).status).toBe(404);
  });

  it('is opened by no password where pages no longer have own origins', async () => {
    const { path } = await newPage({ visibility: 'password', password });
    const hashes = new PasswordHashes();
    try {
      const keys = { codeFor: () => 'code' } as unknown as AccessKeys;
      const [configured, not] = [new OwnOriginRule(pattern), new OwnOriginRule()].map(
        (rule) => new PagePasswords(sites.dataSource, hashes, keys, rule),
      );
      expect(await configured?.openSite({ path, password })).toBe('code');
      await expect(not?.openSite({ path, password })).rejects.toMatchObject({ code: 'PAGE_PASSWORD_WRONG' });
    } finally {
      await hashes.onApplicationShutdown();
    }
  });

  it('is not taken for a repeat with another password', async () => {
    const context = contextOf();
    const publish = (given: string) => {
      const request = { htmlContent: PAGE, visibility: 'password' as const, password: given, idempotencyKey: 'key' };
      return sites.client.call(siteMessages.createSite, request, context);
    };
    const { site } = await publish(password);
    expect(await publish(password)).toEqual({ site });
    await expect(publish('another one')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('asks everybody again after its password was changed, and has it only where pages have own origins', async () => {
    const page = await newPage();
    const byKey = await cookieOf(page.path, page.accessKey);
    expect(await change(page, { visibility: 'password', password })).toMatchObject({ access_key: null });
    expect(await isShown(page.path, byKey)).toBe(false);
    expect((await onOwnHost(page.path, `/~${page.accessKey}`)).status).toBe(404);

    const [cookie, code] = [await cookieByPassword(page.path), await codeOf(page.path)];
    await change(page, { visibility: 'password', password: 'another one' });
    expect(await isShown(page.path, cookie)).toBe(false);
    expect((await onOwnHost(page.path, `/~${code}`)).status).toBe(404);
    expect(await isShown(page.path, await cookieByPassword(page.path, 'another one'))).toBe(true);

    for (const changes of [
      { visibility: 'password' },
      { password },
      { visibility: 'password', password: 'short' },
      { visibility: 'password', password: ' '.repeat(6) },
    ]) {
      await expect(change(page, changes)).rejects.toMatchObject({ code: '22P02' });
    }
  });

  it('gets another content and another visibility in one change', async () => {
    const page = await newPage({ visibility: 'public' });
    const update = async (htmlContent: string, access: Access) => {
      const request = { id: page.id, htmlContent, baseVersion: null, ...access };
      return (await sites.client.call(versionMessages.updateSite, request, page.context)).site;
    };
    const contentOf = async (key = '') =>
      (await onOwnHost(page.path, '/', { cookie: await cookieOf(page.path, key) })).body.toString();
    const secret = await update('<p>for some', { visibility: 'secret' });
    expect(secret).toMatchObject({ visibility: 'secret', version: 2, isChanged: true, needsOwnOrigin: true });
    expect(await contentOf(secret.accessKey)).toContain('<p>for some');
    expect(await update('<p>more', {})).toMatchObject({ visibility: 'secret', accessKey: secret.accessKey });
    const cookie = await cookieOf(page.path, secret.accessKey ?? '');
    const same = await update('<p>more', { visibility: 'password', password });
    expect(same).toMatchObject({ visibility: 'password', version: 3, isChanged: false });
    expect(await isShown(page.path, cookie)).toBe(false);
    expect(await isShown(page.path, await cookieByPassword(page.path))).toBe(true);
    for (const access of [{ password }, { visibility: 'password' } as const]) {
      await expect(update('<p>most', access)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    }
    expect((await onOwnHost(page.path, '/')).status).toBe(404);
    expect((await update('<p>most', { visibility: 'public' })).visibility).toBeUndefined();
    expect((await onOwnHost(page.path, '/')).body.toString()).toContain('<p>most');
    const versions = await sites.rows('SELECT number FROM page_versions WHERE site_id = $1', [page.id]);
    expect(versions).toHaveLength(4);
  });

  it('answers the address that counts after a change of who sees it at the same time', async () => {
    const page = await newPage({ visibility: 'public' });
    const request = { id: page.id, htmlContent: '<p>meanwhile', baseVersion: null };
    const concurrent = sites.dataSource.createQueryRunner();
    await concurrent.query('BEGIN');
    const closing = `UPDATE sites SET visibility = 'secret', access_generation = access_generation + 1 WHERE id = $1`;
    await concurrent.query(closing, [page.id]);
    const updating = sites.client.call(versionMessages.updateSite, request, page.context);
    // The update has read the page, and waits for its row.
    await waitFor(async () => (await waitingForRows()) > 0);
    await concurrent.query('COMMIT');
    await concurrent.release();
    const { site } = await updating;
    expect(site.visibility).toBe('secret');
    expect(await isShown(page.path, await cookieOf(page.path, site.accessKey ?? ''))).toBe(true);
  });

  it('repeats an update only with the same settings, and makes sure that its visibility holds', async () => {
    const page = await newPage({ visibility: 'public' });
    const update = (idempotencyKey: string, settings: Access & { title?: string }) => {
      const request = { id: page.id, htmlContent: '<p>for some', baseVersion: null, idempotencyKey, ...settings };
      return sites.client.call(versionMessages.updateSite, request, page.context);
    };
    const refused = { code: 'IDEMPOTENCY_KEY_REUSED' };
    await update('title', { title: 'secret' });
    await expect(update('title', { visibility: 'secret' })).rejects.toMatchObject(refused);

    const given = { visibility: 'password', password } as const;
    const answer = await update('access', given);
    await expect(update('access', { ...given, password: 'another one' })).rejects.toMatchObject(refused);

    // The viewers are not told of these two changes.
    const set = (visibility: string) =>
      sites.rows('UPDATE sites SET visibility = $1 WHERE id = $2', [visibility, page.id]);
    await set('public');
    await waitFor(() => isShown(page.path, ''));
    await set('password');
    expect(await update('access', given)).toEqual(answer);
    expect(await isShown(page.path, '')).toBe(false);
  });

  it('keeps its link when it is restored, and says nothing when it was stopped before', async () => {
    const [page, stopped] = [await newPage(), await newPage({ visibility: 'password', password })];
    const cookie = await cookieOf(page.path, page.accessKey);
    await stop(stopped.path);
    for (const { id, context } of [page, stopped]) {
      const filters = [{ column: 'id', operator: 'eq' as const, values: [id] }];
      await sites.client.call(siteMessages.deleteSites, { filters, single: true }, context);
    }
    expect(await isShown(page.path, cookie)).toBe(false);
    const { site } = await sites.client.call(recoveryMessages.restoreOwnSite, { id: page.id }, page.context);
    expect(site.accessKey).toBe(page.accessKey);
    expect(await isShown(page.path, cookie)).toBe(true);
    expect((await onOwnHost(stopped.path, '/')).status).toBe(404);
    expect((await ask(ports.shared, `/share/${stopped.path}`)).status).toBe(404);
  });
});
