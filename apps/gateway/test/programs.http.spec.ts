import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { limits, programErrorSchema, publishedByProgramAnswerSchema } from '@haru/contracts';
import { query, temporaryDirectory, type TemporaryDirectory, waitFor } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeApiKey, makeEditKey, publishAs } from './keys-of-tests.js';
import { type People, type Registered, sharedSystem, START_WITHIN_MS } from './people.js';

const run = promisify(execFile);
/** Most file systems allow 255 bytes, and browsers name a saved page by its title. */
const LONG_NAME = `${'a'.repeat(250)}.html`;
const PAGE = '<!doctype html><title>from a file</title><h1>やあ</h1>\n';

let people: People;
let person: Registered;
let key: string;
let folder: TemporaryDirectory;
beforeAll(async () => {
  people = await sharedSystem();
  person = await people.register();
  ({ key } = await makeApiKey(people, person.token));
  folder = await temporaryDirectory('haru-curl-');
  await writeFile(join(folder.path, 'page.html'), PAGE);
  await writeFile(join(folder.path, LONG_NAME), PAGE);
}, START_WITHIN_MS);
afterAll(() => folder.remove());

/** Runs a line as a person would. @returns what it prints */
async function shell(line: string, env: Record<string, string> = {}): Promise<string> {
  const { stdout } = await run('sh', ['-c', line], { cwd: folder.path, env: { ...process.env, ...env } });
  return stdout;
}

const curl = (options: string) => shell(`curl -sS ${options}`);
const shareOf = async (url: string) => (await fetch(url.trim())).text();
const bodyOf = (answer: Response) => answer.json() as Promise<Record<string, unknown>>;
const source = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}, token = key) =>
  fetch(`${people.origin}/functions/v1/pages/${path}/source`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, ...init.headers },
  });

/** Returns the commands of the guide, which are indented. */
const commandsOf = (guide: string) => [...guide.matchAll(/^ {4}(curl .*)$/gm)].map(([, line = '']) => line);

describe('curl publishes', () => {
  it.each([
    ['with --data-binary', '--data-binary @page.html', ''],
    ['with -F', '-F file=@page.html', ''],
    ['with -T', '-T page.html', ''],
    ['with -T and the longest name', `-T ${LONG_NAME}`, ''],
    ['with -T and standard input', '-T - < page.html', ''],
  ])('%s, and prints the address alone', async (_how, options) => {
    const [before, after = ''] = options.split(' < ');
    const printed = await curl(`${before} '${people.origin}/' ${after && `< ${after}`}`);
    expect(printed).toMatch(/^http:\/\/\S+\/share\/[a-z0-9]+\n$/);
    expect(await shareOf(printed)).toBe(PAGE);
  });

  it.each([
    ['with -T', "-T page.md '$/'"],
    ['with -F', "-F file=@page.md '$/'"],
    ['with a type', "-H 'Content-Type: text/markdown' --data-binary @page.md '$/'"],
    ['with ?format', "--data-binary @page.md '$/?format=markdown'"],
  ])('Markdown %s', async (_how, options) => {
    await writeFile(join(folder.path, 'page.md'), '# やあ\n');
    const printed = await curl(options.replace('$', people.origin));
    expect(await shareOf(printed)).toContain('<h1 id="やあ">やあ</h1>');
  });

  it('the page in an answer of an assistant, and says so; a text with ?format as it is', async () => {
    const answer = `はい、作成しました。\n\`\`\`html\n${PAGE}\`\`\`\nご自由にお使いください。\n`;
    // A 100 Continue may come before them.
    const headAndText = async (options: string) =>
      (await curl(`-i ${options.replace('$', people.origin)}`)).split('\r\n\r\n').slice(-2);
    await writeFile(join(folder.path, 'answer.txt'), answer);
    await writeFile(join(folder.path, 'answer.html'), answer);
    for (const options of ["--data-binary @answer.txt '$/'", "-T answer.html '$/'", "-F file=@answer.html '$/'"]) {
      const [head = '', url = ''] = await headAndText(options);
      expect(head).toContain('page-steps: answer');
      expect((await shareOf(url)).trim()).toBe(PAGE.trim());
    }
    const json = await curl(`-H 'Accept: application/json' --data-binary @answer.txt '${people.origin}/'`);
    expect(JSON.parse(json)).toMatchObject({ steps: ['answer'], site: { title: 'from a file' } });
    const [head = '', url = ''] = await headAndText("--data-binary @answer.txt '$/?format=html'");
    expect(head).not.toContain('page-steps');
    expect(await shareOf(url)).toContain('はい、作成しました。');
    // Reading it would delay other requests.
    await writeFile(join(folder.path, 'large.txt'), answer.padEnd(300_000, '\n'));
    expect((await headAndText("--data-binary @large.txt '$/'"))[0]).not.toContain('page-steps');
    const several = `${answer}\n${answer.replace('やあ', 'もう一つ')}`;
    await writeFile(join(folder.path, 'several.txt'), several);
    expect(await curl(`--data-binary @several.txt '${people.origin}/'`)).toMatch(/^SEVERAL_PAGES: /);
  });

  it('Markdown, whose source is read and replaced as Markdown', async () => {
    const path = `p-${randomUUID().slice(0, 8)}`;
    const query = `path=${path}&format=markdown`;
    const url = await curl(`-H 'Authorization: Bearer ${key}' --data-binary '# 1' '${people.origin}/?${query}'`);
    const read = await source(path);
    expect(read.headers.get('content-disposition')).toBe(`attachment; filename="${path}.md"`);
    expect(await read.text()).toBe('# 1');
    await source(path, { method: 'PUT', body: '# 2', headers: { 'if-match': '"v1"' } });
    expect(await (await source(path)).text()).toBe('# 2');
    expect(await shareOf(url)).toContain('<h1 id="2">2</h1>');
  });

  it('without an account: the edit key is in Link, and there is no session', async () => {
    const printed = await curl(`-i -H 'Accept: application/json' --data-binary @page.html '${people.origin}/'`);
    const [head = '', text = ''] = printed.split('\r\n\r\n');
    const body = JSON.parse(text) as object;
    const { site, edit_key: editKey = '', agent_url: agent } = publishedByProgramAnswerSchema.parse(body);
    expect(Object.keys(body).toSorted()).toEqual(['agent_url', 'edit_key', 'site', 'success']);
    expect(agent).toBe(`${people.origin}/agent/${editKey}.md`);
    expect(head).toMatch(/^HTTP\/1.1 201 /);
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining([`link: <${agent}>; rel="edit"`, `location: ${site.url}`, 'etag: "v1"']),
    );
    expect((await people.call('/auth/v1/user', { token: editKey })).status).toBe(401);
  });

  it('with a key: for its account, with title, path and noindex, and once', async () => {
    const path = `p-${randomUUID().slice(0, 8)}`;
    const line = `-H 'Authorization: Bearer ${key}' -H 'Idempotency-Key: ${path}' --data-binary '<p>no title' '${people.origin}/?title=The%20title&path=${path}&noindex'`;
    const printed = [await curl(line), await curl(line)];
    expect(new Set(printed).size).toBe(1);
    const rows = await people.call(`/rest/v1/sites?path=eq.${path}&select=title,noindex,user_id`, { token: key });
    expect(await rows.json()).toEqual([{ title: 'The title', noindex: true, user_id: person.id }]);
    expect(await shareOf(printed[0] ?? '')).toBe('<title>The title</title><p>no title');
  });

  it.each([
    ['Origin', 'https://example.com'],
    ['Cookie', 'a=b'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Mode', 'no-cors'],
  ])('and a browser does not: %s is refused', async (name, value) => {
    for (const [method, path] of [
      ['POST', '/'],
      ['PUT', '/page.html'],
    ] as const) {
      const answer = await curl(
        `-X ${method} -H '${name}: ${value}' -H 'Accept: application/json' --data-binary @page.html '${people.origin}${path}'`,
      );
      expect(JSON.parse(answer)).toMatchObject({ code: 'BROWSER_NOT_ALLOWED' });
    }
  });

  it('no file without a page, no other charset, no other name', async () => {
    const codeOf = async (options: string) => (await curl(options)).split(':')[0];
    expect(await codeOf(`-F title=x '${people.origin}/?title='`)).toBe('VALIDATION_FAILED');
    expect(await codeOf(`--data-binary '' '${people.origin}/'`)).toBe('HTML_BLANK');
    expect(await codeOf(`-H 'Content-Type: multipart/form-data' --data-binary x '${people.origin}/'`)).toBe(
      'FORM_FILE_MISSING',
    );
    await writeFile(join(folder.path, 'sjis.html'), Buffer.from([0x82, 0xa0]));
    expect(await codeOf(`--data-binary @sjis.html '${people.origin}/'`)).toBe('HTML_NOT_UTF8');
    await writeFile(join(folder.path, 'large.html'), 'x'.repeat(limits.htmlMaxBytes + 1));
    expect(await codeOf(`-T large.html '${people.origin}/'`)).toBe('HTML_TOO_LARGE');
    const other = await curl(`-T page.html '${people.origin}/page.txt'`);
    expect(JSON.parse(other)).toMatchObject({ code: 'ROUTE_NOT_FOUND' });
  });

  it('until the free pages of its network are used up: one line says what to do', async () => {
    const gateway = await people.startGateway({
      TRUST_PROXY: 'on',
      AUTH_RATE_LIMITS: '1',
      PUBLISH_LIMITS: '{"pagesWithoutProof":1}',
    });
    try {
      const publish = (options = '') =>
        curl(`${options} -H 'X-Forwarded-For: 198.51.100.7' --data-binary @page.html '${gateway.origin}/'`);
      expect(await publish()).toMatch(/^http/);
      expect(await publish()).toMatch(
        /^PROOF_REQUIRED: The free pages .*API key.* http\S+\/docs\/errors#PROOF_REQUIRED\n$/,
      );
      expect(await publish(`-H 'Accept-Language: ja,en;q=0.5'`)).toMatch(/^PROOF_REQUIRED: この操作には/);
      const json = programErrorSchema.parse(JSON.parse(await publish(`-H 'Accept: application/json'`)));
      expect(json.challenge?.signature).toEqual(expect.any(String));
    } finally {
      await gateway.close();
    }
  });
});

describe('the source of a page', () => {
  it('is read, replaced and deleted, with the version that was read', async () => {
    const { path, id } = await publishAs(people, key, PAGE);
    const got = await source(path);
    expect(Object.fromEntries(got.headers)).toMatchObject({
      etag: '"v1"',
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="${path}.html"`,
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'no-store',
    });
    expect(await got.text()).toBe(PAGE);

    const put = (ifMatch?: string) =>
      source(path, { method: 'PUT', body: '<h1>two</h1>', ...(ifMatch ? { headers: { 'if-match': ifMatch } } : {}) });
    expect(programErrorSchema.parse(await bodyOf(await put()))).toMatchObject({ code: 'BASE_VERSION_REQUIRED' });
    const changed = await put('"v1"');
    expect(changed.headers.get('etag')).toBe('"v2"');
    expect(await bodyOf(changed)).toMatchObject({ success: true, site: { id, version: 2, is_changed: true } });
    const conflict = await put('"v1"');
    expect(conflict.status).toBe(412);
    expect(programErrorSchema.parse(await bodyOf(conflict))).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { version: 2 },
    });

    expect((await source(path, { method: 'DELETE', headers: { 'if-match': '"v1"' } })).status).toBe(412);
    const deleted = await source(path, { method: 'DELETE', headers: { 'if-match': '"v2"' } });
    const { undo } = (await deleted.json()) as { undo: { url: string; body: object } };
    expect((await source(path)).status).toBe(404);
    const json = { method: 'POST', json: undo.body, token: key };
    expect((await people.call(new URL(undo.url).pathname, json)).status).toBe(200);
    expect(await (await source(path)).text()).toBe('<h1>two</h1>');
  });

  it('of others does not exist', async () => {
    const { path } = await publishAs(people, (await people.signUp()).access_token);
    for (const method of ['GET', 'DELETE']) expect((await source(path, { method })).status).toBe(404);
    const put = await source(path, { method: 'PUT', body: 'x', headers: { 'if-match': '*' } });
    expect(put.status).toBe(404);
  });

  it('leaves /share a redirect', async () => {
    const { path } = await publishAs(people, key);
    expect((await fetch(`${people.origin}/share/${path}`, { method: 'POST', body: 'x' })).status).toBe(405);
    expect((await fetch(`${people.origin}/share/${path}`, { redirect: 'manual' })).status).toBe(302);
  });
});

describe('an assistant', () => {
  it('publishes, changes and deletes by /agent.md, whose lines work as printed', async () => {
    const guide = await (await fetch(`${people.origin}/agent.md`)).text();
    expect(guide.split('\n').length).toBeLessThanOrEqual(60);
    const [publish = '', read = '', replace = '', remove = ''] = commandsOf(guide);
    const url = await shell(`${publish.replace('curl', 'curl -sS')} -H 'Authorization: Bearer ${key}'`);
    const [, PATH = ''] = /\/(?:share|open)\/([^/\s]+)/.exec(url) ?? [];
    const line = (text: string) => text.replace('curl', 'curl -sS').replace('PATH', PATH);
    expect(await shell(line(read), { KEY: key })).toMatch(/^etag: "v1"/im);
    await writeFile(join(folder.path, 'page.html'), `${PAGE}<p>changed`);
    expect(JSON.parse(await shell(line(replace), { KEY: key }))).toMatchObject({ site: { version: 2 } });
    await writeFile(join(folder.path, 'page.html'), PAGE);
    expect(await shareOf(url)).toBe(`${PAGE}<p>changed`);
    expect(JSON.parse(await shell(line(remove), { KEY: key }))).toMatchObject({ undo: { method: 'POST' } });
  });

  it('changes one page by the address with its key, whose lines work as printed', async () => {
    const printed = await curl(`-D - -o /dev/null --data-binary @page.html '${people.origin}/'`);
    const [, address = ''] = /^link: <(\S+)>; rel="edit"/im.exec(printed) ?? [];
    const answer = await fetch(address);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-type': 'text/markdown; charset=utf-8',
    });
    const guide = await answer.text();
    expect(guide.split('\n').length).toBeLessThanOrEqual(60);
    const [read = '', replace = '', check = '', versions = '', restore = ''] = commandsOf(guide);
    expect(await shell(read)).toContain(PAGE);
    await writeFile(join(folder.path, 'page.html'), '<h1>by the assistant</h1>');
    const { site } = JSON.parse(await shell(replace)) as { site: { id: string; version: number } };
    await writeFile(join(folder.path, 'page.html'), PAGE);
    expect(site.version).toBe(2);
    expect(await shell(check)).toContain('by the assistant');
    expect(JSON.parse(await shell(versions.replace('ID', site.id)))).toMatchObject({ versions: [{}, {}] });
    await shell(restore.replace('ID', site.id));
    expect(await shell(check)).toBe(PAGE);
  });

  it('may guess few keys', async () => {
    const gateway = await people.startGateway({ TRUST_PROXY: 'on', AUTH_RATE_LIMITS: '1' });
    try {
      const headers = { 'x-forwarded-for': '198.51.100.8' };
      const guess = () => fetch(`${gateway.origin}/agent/haru_edit_${randomUUID()}.md`, { headers });
      const statuses = [];
      for (let count = 0; count < 31; count++) statuses.push((await guess()).status);
      expect(new Set(statuses.slice(0, 30))).toEqual(new Set([401]));
      expect(statuses[30]).toBe(429);
    } finally {
      await gateway.close();
    }
  });

  it('finds the guide in /llms.txt', async () => {
    expect(await (await fetch(`${people.origin}/llms.txt`)).text()).toContain(`${people.origin}/agent.md`);
  });
});

describe('an edit key', () => {
  it('ends with its page, is renewed with it, and is back when the deletion is undone', async () => {
    const { id, path } = await publishAs(people, person.token);
    const { edit_key: editKey } = await makeEditKey(people, person.token, id);
    const status = async () => (await source(path, {}, editKey)).status;
    const expire = (when: string) =>
      query(
        people.sitesDatabaseUrl,
        `UPDATE sites SET is_active = true, expires_at = now() + interval '${when}' WHERE id = '${id}'`,
      );
    expect(await status()).toBe(200);
    await expire('-1 minute');
    expect(await status()).toBe(404);
    expect((await people.call(`/functions/v1/site-versions?id=${id}`, { token: editKey })).status).toBe(404);
    expect((await fetch(`${people.origin}/agent/${editKey}.md`)).status).toBe(404);
    await expire('30 days');
    expect(await status()).toBe(200);
    const own = { token: person.token };
    await people.call(`/rest/v1/sites?id=eq.${id}`, { method: 'DELETE', ...own });
    expect(await status()).toBe(404);
    await people.call('/functions/v1/restore-site', { method: 'POST', json: { id }, ...own });
    expect(await status()).toBe(200);
    await people.call(`/functions/v1/edit-keys/${id}`, { method: 'DELETE', ...own });
    await waitFor(async () => (await status()) === 401, { what: 'the key to end' });
  });

  it('is made only of an own page', async () => {
    const { id } = await publishAs(people, (await people.signUp()).access_token);
    const answer = await people.call('/functions/v1/edit-keys', { method: 'POST', json: { id }, token: person.token });
    expect(programErrorSchema.parse(await bodyOf(answer))).toMatchObject({ code: 'SITE_NOT_FOUND' });
  });
});

describe('errors', () => {
  it.each([
    ['en', undefined, 'There is no such page of this account.', 'Check the path of the page.'],
    ['ja', 'ja-JP,ja;q=0.9,en;q=0.8', 'ページが見つかりません', 'ページのパスを確認してください'],
  ])('say in %s what to do next', async (_language, accept, message, hint) => {
    const answer = await source('no-such', accept ? { headers: { 'accept-language': accept } } : {});
    const body = programErrorSchema.parse(await bodyOf(answer));
    expect(body).toMatchObject({ code: 'SITE_NOT_FOUND', message, hint });
    expect(body.docs).toBe(`${people.origin}/docs/errors#SITE_NOT_FOUND`);
  });
});
