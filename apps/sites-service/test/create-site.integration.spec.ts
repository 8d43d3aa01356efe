import { hash, randomUUID } from 'node:crypto';
import {
  DAY_MS,
  limits,
  moderationMessages,
  type RequestContext,
  siteMessages,
  PAGE_RULES_VERSION,
} from '@haru/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ask } from './http.js';
import { PAGE_HTML } from '../src/tables/columns.js';
import { contextOf, SitesUnderTest } from './sites-under-test.js';

const EXACT: [string, string][] = [
  ['Japanese', '<title>題</title><p>こんにちは、世界。㍿𠮷'],
  ['emoji', '<title>😀</title>👩‍👩‍👧‍👦🏳️‍🌈'],
  ['a byte order mark', '\uFEFF<!doctype html><title>b</title>x'],
  ['CRLF', '<title>c</title>\r\n<p>\r\n\r\n'],
  ['lone CR', '<title>c</title>\r<p>\rx\r'],
  [
    'script end tags in odd places',
    '<title>s</title></script><p title="</script>"><!-- </script> --><script>"<\\/script>"',
  ],
  ['control and private characters', '<title>x</title>\u0001\u007f\u0085\u2028\u2029\ue000\uffff\ufeff'],
  ['backslashes and quotes', `<title>q</title>\\u0000 \\x00 '' "" $1 \${x} %s \\`],
  ['white space around', '  \n<title>w</title> \t\u3000 '],
  ['exactly 1 MiB', `<title>big</title>${'あ'.repeat(349_000)}`.padEnd(limits.htmlMaxBytes - 2 * 349_000, 'x')],
];

describe('createSite', () => {
  let sites: SitesUnderTest;
  let port: number;

  beforeAll(async () => {
    sites = await SitesUnderTest.start();
    [, { port }] = await Promise.all([sites.startService({ RESERVED_PATHS: 'events' }), sites.startViewer()]);
    await sites.startChecks();
  }, 60_000);
  afterAll(() => sites.stop());
  beforeEach(() => sites.empty());

  it('writes the site with every column, and the event', async () => {
    const accountId = randomUUID();
    const before = Date.now();
    const site = await sites.createSite({ htmlContent: '<h1>やあ</h1>' }, { accountId, isAnonymous: true });
    expect(site).toMatchObject({ title: 'やあ' });
    expect(site.path).toMatch(/^[2-9a-hjkmnp-z]{8}$/);
    const [row] = await sites.rows<Record<string, unknown> & { created_at: Date; expires_at: Date }>(
      `SELECT sites.*, ${PAGE_HTML} AS html_content FROM sites`,
    );
    expect(row).toMatchObject({
      id: site.id,
      user_id: accountId,
      title: 'やあ',
      path: site.path,
      html_content: '<h1>やあ</h1>',
      is_active: true,
      noindex: false,
      owner_unconfirmed: true,
      version: 1,
      bytes: 15,
      last_modified: row?.created_at,
    });
    expect(row?.['storage_path']).toMatch(new RegExp(`^${site.id}/[0-9a-f]{64}\\.html$`));
    expect(row?.created_at.getTime()).toBeGreaterThanOrEqual(before);
    expect((row?.expires_at.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)).toBe(10 * DAY_MS);
    expect(site.expiresAt).toBe(row?.expires_at.toISOString());
    expect(await sites.rows('SELECT name, aggregate_id, payload FROM outbox')).toEqual([
      { name: 'sitePublished', aggregate_id: site.id, payload: { siteId: site.id } },
    ]);
    expect(await sites.rows('SELECT * FROM page_versions')).toEqual([
      {
        site_id: site.id,
        number: 1,
        content_hash: hash('sha256', '<h1>やあ</h1>', 'buffer'),
        title: 'やあ',
        bytes: 15,
        source: 'api',
        key_name: null,
        label: null,
        check_result: { outcome: 'passed', rules: PAGE_RULES_VERSION, signals: [] },
        created_at: row?.created_at,
        account_id: accountId,
      },
    ]);
  });

  it('keeps a page from search engines from its first moment', async () => {
    const accountId = randomUUID();
    const request = { htmlContent: '<p>quiet', noindex: true, idempotencyKey: 'quiet' };
    const site = await sites.createSite(request, { accountId });
    expect(await sites.rows('SELECT noindex FROM sites')).toEqual([{ noindex: true }]);
    expect(await sites.createSite(request, { accountId })).toEqual(site);
    const { headers } = await ask(port, `/share/${site.path}`);
    expect(headers['x-robots-tag']).toBe('noindex');
  });

  it('stores equal pages once', async () => {
    const htmlContent = `<p>${randomUUID()}`;
    await Promise.all(Array.from({ length: 20 }, () => sites.createSite({ htmlContent, source: 'cli' })));
    await sites.createSite({ htmlContent, idempotencyKey: 'key' });
    expect(await sites.rows('SELECT count(*)::int FROM contents WHERE html = $1', [htmlContent])).toEqual([
      { count: 1 },
    ]);
    expect(await sites.rows('SELECT source, count(*)::int FROM page_versions GROUP BY 1 ORDER BY 2')).toEqual([
      { source: 'api', count: 1 },
      { source: 'cli', count: 20 },
    ]);
  });

  it.each(EXACT)('keeps every byte of a page: %s', async (_, htmlContent) => {
    const site = await sites.createSite({ htmlContent });
    const served = await sites.client.call(siteMessages.serveSite, { path: site.path }, contextOf());
    expect(served.site.htmlContent === htmlContent).toBe(true);
    const answer = await ask(port, `/share/${site.path}`);
    expect(answer.status).toBe(200);
    expect(answer.body.equals(Buffer.from(htmlContent))).toBe(true);
  });

  it('the largest test page is exactly as large as allowed', () => {
    expect(Buffer.byteLength(EXACT.at(-1)?.[1] ?? '')).toBe(limits.htmlMaxBytes);
  });

  it.each([
    ['blank', ' \n\t\u3000\u00a0\u2003', 'HTML_BLANK'],
    ['empty', '', 'HTML_BLANK'],
    ['one byte too large', 'x'.repeat(limits.htmlMaxBytes + 1), 'HTML_TOO_LARGE'],
    ['one character too large', `${'x'.repeat(limits.htmlMaxBytes - 2)}あ`, 'HTML_TOO_LARGE'],
    ['NUL', 'a\0b', 'HTML_NOT_TEXT'],
    ['an unpaired high surrogate', 'a\ud800b', 'HTML_NOT_TEXT'],
    ['an unpaired low surrogate', 'a\udc00', 'HTML_NOT_TEXT'],
  ])('refuses a page that is %s and writes nothing', async (_, htmlContent, code) => {
    await expect(sites.createSite({ htmlContent })).rejects.toMatchObject({ code });
    expect(await sites.rows('SELECT 1 FROM sites UNION ALL SELECT 1 FROM outbox')).toEqual([]);
  });

  it('refuses a page that asks for credentials in the name of a brand, says why, and writes nothing', async () => {
    const htmlContent =
      '<title>楽天カード ログイン</title>\n<script>document.write(unescape("%3Cinput type=password%3E"))</script>';
    await expect(sites.createSite({ htmlContent })).rejects.toMatchObject({
      code: 'PAGE_REFUSED',
      findings: [
        { rule: 'credential.password', line: 2, excerpt: '<input type=password>' },
        { rule: 'brand.title', line: 1, column: 1 },
      ],
    });
    expect(await sites.rows('SELECT 1 FROM sites UNION ALL SELECT 1 FROM outbox')).toEqual([]);
  });

  it('keeps what the check found with the version', async () => {
    await sites.createSite({ htmlContent: '<title>デモ</title><input type="password">' });
    expect(await sites.rows('SELECT check_result FROM page_versions')).toMatchObject([
      {
        check_result: {
          outcome: 'passed',
          rules: PAGE_RULES_VERSION,
          signals: [{ rule: 'credential.password', line: 1, column: 18 }],
        },
      },
    ]);
  });

  it('refuses a caller without an account', async () => {
    const context = { requestId: 'r', caller: { role: 'anon' as const } };
    const creation = sites.client.call(siteMessages.createSite, { htmlContent: 'x' }, context);
    await expect(creation).rejects.toMatchObject({ code: 'TOKEN_INVALID' });
  });

  it('is public for as long as its owner chooses', async () => {
    const daysOf = async (expiresInDays: number | 'permanent') => {
      const { expiresAt } = await sites.createSite({ htmlContent: 'x', expiresInDays });
      return Math.round((Date.parse(expiresAt) - Date.now()) / DAY_MS);
    };
    expect(await daysOf(1)).toBe(1);
    expect(await daysOf(30)).toBe(30);
    expect(await daysOf('permanent')).toBeGreaterThan(36_500);
    const temporary = sites.createSite({ htmlContent: 'x', expiresInDays: 30 }, { isAnonymous: true });
    await expect(temporary).rejects.toMatchObject({ code: 'REGISTRATION_REQUIRED' });
  });

  describe('a custom path', () => {
    it('is for registered accounts', async () => {
      const site = await sites.createSite({ htmlContent: 'x', customPath: 'my-page' });
      expect(site.path).toBe('my-page');
      const temporary = sites.createSite({ htmlContent: 'x', customPath: 'other' }, { isAnonymous: true });
      await expect(temporary).rejects.toMatchObject({ code: 'REGISTRATION_REQUIRED' });
    });

    it.each(['ab', 'a'.repeat(21), 'Abc', 'a b', 'a/b', 'あああ', ''])('cannot be %j', async (customPath) => {
      await expect(sites.createSite({ htmlContent: 'x', customPath })).rejects.toMatchObject({ code: 'PATH_INVALID' });
    });

    it.each(['login', 'brand-login', 'haru', 'events', 'amazon', 'arnaz0n', 'rakuten-card'])(
      'cannot be %s, which looks official',
      async (customPath) => {
        const refusal = { code: 'PATH_RESERVED' };
        await expect(sites.createSite({ htmlContent: 'x', customPath })).rejects.toMatchObject(refusal);
        const context = contextOf();
        await expect(sites.client.call(siteMessages.checkPath, { path: customPath }, context)).rejects.toMatchObject(
          refusal,
        );
        const { id } = await sites.createSite({ htmlContent: 'x' }, { accountId: ownerOf(context) });
        const change = (changes: Record<string, unknown>) =>
          sites.client.call(
            siteMessages.updateSites,
            { filters: [{ column: 'id', operator: 'eq', values: [id] }], single: false, changes },
            context,
          );
        await expect(change({ path: customPath })).rejects.toMatchObject(refusal);
        // A site that had it before keeps it.
        await sites.rows('UPDATE sites SET path = $2 WHERE id = $1', [id, customPath]);
        expect((await change({ path: customPath, noindex: true })).total).toBe(1);
      },
    );

    it.each(['amazon-memo', 'my-rakuten-list', 'apples'])(
      'can be %s, which has a name of a brand in it',
      async (path) => {
        expect((await sites.createSite({ htmlContent: 'x', customPath: path })).path).toBe(path);
      },
    );

    it('that looks official can be granted to an account', async () => {
      const context = contextOf();
      const grant = (path: string, by = contextOf({ haruRole: 'admin' })) =>
        sites.client.call(moderationMessages.grantPath, { path, accountId: ownerOf(context), reason: '本人確認' }, by);
      await expect(grant('amazon', contextOf({ haruRole: 'moderator' }))).rejects.toMatchObject({
        code: 'FORBIDDEN_ROLE',
      });
      await expect(grant('Amazon')).rejects.toMatchObject({ code: 'PATH_INVALID' });
      const { path: other } = await sites.createSite({ htmlContent: 'x' });
      await expect(grant(other)).rejects.toMatchObject({ code: 'PATH_TAKEN' });
      await grant('amazon');
      const publish = (caller = {}) => sites.createSite({ htmlContent: 'x', customPath: 'amazon' }, caller);
      await expect(publish()).rejects.toMatchObject({ code: 'PATH_RESERVED' });
      const owner = { accountId: ownerOf(context) };
      const { id } = await publish(owner);
      const change = { filters: [{ column: 'id', operator: 'eq' as const, values: [id] }], single: false };
      await sites.client.call(siteMessages.updateSites, { ...change, changes: { path: 'elsewhere' } }, context);
      expect(
        await sites.rows(`SELECT reserved_until::text AS until FROM reserved_paths WHERE path = 'amazon'`),
      ).toEqual([{ until: 'infinity' }]);
      await publish(owner);
      const acts = await sites.rows(`SELECT payload FROM outbox WHERE name = 'adminActed'`);
      expect(acts).toMatchObject([
        { payload: { action: 'grantPath', subject: { id: ownerOf(context) }, details: { path: 'amazon' } } },
      ]);
    });

    it('goes to exactly one of many concurrent requests', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 12 }, () => sites.createSite({ htmlContent: 'x', customPath: 'wanted' })),
      );
      const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
      expect(refusals).toHaveLength(11);
      for (const { reason } of refusals) expect(reason).toMatchObject({ code: 'PATH_TAKEN' });
      expect(await sites.rows('SELECT path FROM sites')).toEqual([{ path: 'wanted' }]);
      expect(await sites.rows('SELECT 1 FROM outbox')).toHaveLength(1);
    });
  });

  describe('an idempotency key', () => {
    const request = { htmlContent: '<h1>once</h1>', idempotencyKey: 'key-1' };

    it('gives a repeat the first result', async () => {
      const accountId = randomUUID();
      const first = await sites.createSite(request, { accountId });
      expect(await sites.createSite(request, { accountId })).toEqual(first);
      expect(await sites.rows('SELECT 1 FROM sites')).toHaveLength(1);
      expect(await sites.rows('SELECT 1 FROM outbox')).toHaveLength(1);
    });

    it('gives a repeat with a custom path the first result, not a refusal', async () => {
      const accountId = randomUUID();
      const named = { ...request, customPath: 'named' };
      const first = await sites.createSite(named, { accountId });
      expect(await sites.createSite(named, { accountId })).toEqual(first);
    });

    it('makes one site of many concurrent calls', async () => {
      const accountId = randomUUID();
      const made = await Promise.all(Array.from({ length: 16 }, () => sites.createSite(request, { accountId })));
      expect(new Set(made.map((site) => site.id)).size).toBe(1);
      expect(await sites.rows('SELECT 1 FROM sites')).toHaveLength(1);
    });

    it('is not for another page', async () => {
      const accountId = randomUUID();
      await sites.createSite(request, { accountId });
      const password = { visibility: 'password' as const, password: 'ひみつのことば' };
      const wrong = [{ customPath: 'events' }, { visibility: password.visibility }, password];
      for (const other of [{ htmlContent: 'other' }, { customPath: 'other' }, { noindex: true }, ...wrong]) {
        const reuse = sites.createSite({ ...request, ...other }, { accountId });
        await expect(reuse).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' });
      }
      expect(await sites.rows('SELECT 1 FROM sites')).toHaveLength(1);
    });

    it('is each account’s own', async () => {
      const [one, other] = await Promise.all([sites.createSite(request), sites.createSite(request)]);
      expect(one.id).not.toBe(other.id);
    });

    it('is free again after 24 hours', async () => {
      const accountId = randomUUID();
      const first = await sites.createSite(request, { accountId });
      await sites.rows(`UPDATE idempotent_creates SET created_at = created_at - interval '23 hours 59 minutes'`);
      expect((await sites.createSite(request, { accountId })).id).toBe(first.id);
      await sites.rows(`UPDATE idempotent_creates SET created_at = created_at - interval '1 minute'`);
      const second = await sites.createSite({ ...request, htmlContent: 'other' }, { accountId });
      expect(second.id).not.toBe(first.id);
      expect(await sites.createSite({ ...request, htmlContent: 'other' }, { accountId })).toEqual(second);
    });
  });

  describe('a random path that is taken', () => {
    it.each([undefined, 'key-2'])(
      'is replaced by another without a word (idempotency key: %s)',
      async (idempotencyKey) => {
        const creation = sites.newCreateSite();
        const paths = ['taken222', 'taken222', 'taken222', 'free2222'];
        creation.nextPath = () => paths.shift() ?? '';
        const accountId = randomUUID();
        expect((await creation.createSite({ htmlContent: 'one' }, contextOf({ accountId }))).path).toBe('taken222');
        const second = await creation.createSite({ htmlContent: 'two', idempotencyKey }, contextOf({ accountId }));
        expect(second.path).toBe('free2222');
        expect(await sites.rows('SELECT path FROM sites ORDER BY path')).toEqual([
          { path: 'free2222' },
          { path: 'taken222' },
        ]);
        expect(await sites.rows('SELECT 1 FROM outbox')).toHaveLength(2);
      },
    );
  });
});

function ownerOf({ caller }: RequestContext): string {
  return caller.role === 'authenticated' ? caller.accountId : '';
}
