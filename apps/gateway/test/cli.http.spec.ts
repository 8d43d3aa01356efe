import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { query, temporaryDirectory, type TemporaryDirectory, waitFor } from '@haru/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as Client2025 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Transport2025 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { makeApiKey } from './keys-of-tests.js';
import { type People, sharedSystem, START_WITHIN_MS } from './people.js';

const cli = new URL('../../cli', import.meta.url).pathname;
const bundle = join(cli, 'dist/haru.mjs');
const vite = new URL('../../../node_modules/vite/bin/vite.js', import.meta.url).pathname;

interface Run {
  status: number;
  out: string;
  err: string;
}

let people: People;
let key: string;
let all: TemporaryDirectory;
let folder: string;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn'], { cwd: cli });
  people = await sharedSystem();
  ({ key } = await makeApiKey(people, (await people.register()).token));
  all = await temporaryDirectory('haru-cli-');
}, START_WITHIN_MS);
afterAll(() => all.remove());

const env = (more: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HARU_HOST: people.origin,
  XDG_CONFIG_HOME: join(all.path, 'settings'),
  ...more,
});

/** Runs a command in the folder of the test, as a person would. */
function haru(
  args: readonly string[],
  { input = '', more = {} }: { input?: string | Buffer; more?: object } = {},
): Promise<Run> {
  const child = spawn(process.execPath, [bundle, ...args], { cwd: folder, env: env({ ...more }) });
  child.stdin.end(input);
  let out = '';
  let err = '';
  child.stdout.on('data', (part: Buffer) => (out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (err += part.toString()));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status: status ?? -1, out, err })));
}

const withKey = () => ({ more: { HARU_KEY: key } });
const save = (html: string, name = 'index.html') => writeFile(join(folder, name), html);
/** The viewer puts a title before a page that has none. */
const shown = async (url: string) => (await (await fetch(url.trim())).text()).replace(/^<title>[^<]*<\/title>/, '');
const known = async () =>
  JSON.parse(await readFile(join(folder, '.haru.json'), 'utf8')) as {
    pages: Record<string, { path: string; version: number; editKey?: string }>;
  };

async function inNewFolder(html?: string): Promise<void> {
  folder = await mkdtemp(join(all.path, 'project-'));
  if (html !== undefined) await save(html);
}

describe('publish', () => {
  it('makes a page without an account, and the second time updates it', async () => {
    await inNewFolder('<h1>one</h1>');
    const first = await haru(['publish']);
    expect(first).toMatchObject({ status: 0, out: expect.stringMatching(/^http:\S+\/share\/[a-z0-9]+\n$/) });
    expect(first.err).toMatch(/^The page ends on \d{4}-\d\d-\d\d\. The edit key is in \.haru\.json\.\n$/);
    expect(await shown(first.out)).toBe('<h1>one</h1>');
    expect((await stat(join(folder, '.haru.json'))).mode & 0o777).toBe(0o600);

    await save('<h1>two</h1>');
    expect(await haru(['publish', 'index.html'])).toEqual({ status: 0, out: first.out, err: '' });
    await waitFor(async () => (await shown(first.out)) === '<h1>two</h1>', { what: 'the new content' });
    expect((await known()).pages['index.html']).toMatchObject({ version: 2, editKey: expect.stringMatching(/^haru_/) });
  });

  it('keeps the edit keys of files that are published concurrently', async () => {
    await inNewFolder();
    const names = Array.from({ length: 12 }, (_, index) => `${index}.html`);
    for (const name of names) await save(`<p>${name}</p>`, name);
    const runs = await Promise.all(names.map((name) => haru(['publish', name])));
    expect(runs.map(({ status }) => status)).toEqual(names.map(() => 0));
    expect(Object.keys((await known()).pages).toSorted()).toEqual(names.toSorted());
  });

  it('takes an answer of an assistant from standard input, with a path, a title and a key', async () => {
    await inNewFolder();
    const path = `cli-${Date.now().toString(36)}`;
    const answer = 'Here you go:\n```html\n<p>spring</p>\n```\n';
    const args = ['publish', '-', '--path', path, '--title', 'Haru', '--noindex', '--json'];
    const { status, out } = await haru(args, { input: answer, ...withKey() });
    expect(status).toBe(0);
    const { site } = JSON.parse(out) as { site: { url: string; path: string; title: string } };
    expect(site).toMatchObject({ path, title: 'Haru' });
    expect(await shown(site.url)).toBe('<p>spring</p>');
  });

  it('asks which page is meant, names Markdown, and sends files in their format', async () => {
    const two = '```html\n<!doctype html><title>a</title>\n```\n\n```html\n<!doctype html><title>b</title>\n```\n';
    await inNewFolder(two);
    expect(await haru(['publish'])).toMatchObject({ status: 2, err: expect.stringContaining('--pick 2: b') });
    const picked = await haru(['publish', '--pick', '2']);
    expect(await shown(picked.out)).toBe('<!doctype html><title>b</title>');
    await save('# a\n\n- b\n', 'a.txt');
    expect(await haru(['publish', 'a.txt'])).toMatchObject({ status: 3, err: expect.stringMatching(/^NOT_HTML:/) });
    const raw = await haru(['publish', 'a.txt', '--raw']);
    expect(await shown(raw.out)).toBe('# a\n\n- b\n');
    await save('# a\n\n- b\n', 'a.md');
    const rendered = await haru(['publish', 'a.md']);
    expect(await shown(rendered.out)).toContain('<li>b</li>');
  });

  it('refuses a text that is not UTF-8, an empty folder and a second file', async () => {
    await inNewFolder();
    const shiftJis = Buffer.from([0x3c, 0x70, 0x3e, 0x93, 0xfa, 0x96, 0x7b]);
    await writeFile(join(folder, 'index.html'), shiftJis);
    const refused = { status: 3, out: '', err: expect.stringMatching(/^HTML_NOT_UTF8: .*\n.*iconv/) };
    expect(await haru(['publish'])).toMatchObject(refused);
    expect(await haru(['publish', '-', '--raw'], { input: shiftJis })).toMatchObject(refused);
    await mkdir(join(folder, 'empty'));
    const empty = await haru(['publish', 'empty'], withKey());
    expect(empty).toMatchObject({ status: 2, err: expect.stringContaining('empty has no files') });
    await save('<p>a</p>', 'a.html');
    const second = await haru(['publish', 'a.html', 'b.html']);
    expect(second).toMatchObject({ status: 2, out: '', err: expect.stringContaining('b.html') });
  });

  it('sends the files of a folder without those that systems add', async () => {
    await inNewFolder();
    await mkdir(join(folder, 'site'));
    for (const name of ['index.html', 'Thumbs.db', 'desktop.ini', '.DS_Store'])
      await save('<p>folder</p>', `site/${name}`);
    // No service of this system receives the bytes, so only the list of the files arrives.
    await haru(['publish', 'site'], withKey());
    const uploads = await query(people.sitesDatabaseUrl, 'SELECT files FROM uploads ORDER BY created_at DESC LIMIT 1');
    expect(uploads).toMatchObject([{ files: [{ path: 'index.html' }] }]);
  });

  it('does the work that the service asks for', async () => {
    // Other spec files make accounts from the same address within the hour.
    const settings = { TRUST_PROXY: 'on', AUTH_RATE_LIMITS: '20', PUBLISH_LIMITS: '{"pagesWithoutProof":0}' };
    const gateway = await people.startGateway(settings);
    try {
      await inNewFolder('<p>proved</p>');
      const unproved = await fetch(`${gateway.origin}/functions/v1/create-site`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ html_content: '<p>unproved</p>' }),
      });
      expect(await unproved.json()).toMatchObject({ code: 'PROOF_REQUIRED' });
      expect(await haru(['publish', '--host', gateway.origin])).toMatchObject({ status: 0 });
    } finally {
      await gateway.close();
    }
  });
});

describe('a page', () => {
  it('is listed, compared, restored and deleted', async () => {
    await inNewFolder('<p>1</p>');
    const { out: url } = await haru(['publish'], withKey());
    await save('<p>2</p>');
    await haru(['update'], withKey());
    const listed = JSON.parse((await haru(['list', '--json'], withKey())).out) as { path: string; version: number }[];
    expect(listed[0]).toMatchObject({ path: url.trim().split('/').at(-1), version: 2 });
    expect((await haru(['versions'], withKey())).out).toMatch(/^2\*\t.*\tcli\n1\t.*\tcli\n$/);
    expect(await haru(['restore', '1'], withKey())).toMatchObject({ status: 0, out: `${url.trim()}\t3\n` });
    await waitFor(async () => (await shown(url)) === '<p>1</p>', { what: 'the old content' });

    expect(await haru(['rm'], withKey())).toMatchObject({ status: 2, err: expect.stringContaining('--yes') });
    const removed = await haru(['rm', '--yes'], withKey());
    expect(removed).toMatchObject({ status: 0, out: '', err: expect.stringContaining('curl -X POST') });
    expect((await known()).pages).toEqual({});
    expect(await haru(['update'], withKey())).toMatchObject({
      status: 3,
      err: expect.stringMatching(/^PAGE_UNKNOWN:/),
    });
  });

  it('is listed with all its versions', async () => {
    await inNewFolder('<p>1</p>');
    await haru(['publish'], withKey());
    const { path = '' } = (await known()).pages['index.html'] ?? {};
    const headers = { authorization: `Bearer ${key}`, 'if-match': '*' };
    for (let version = 2; version <= 101; version += 1) {
      const put = { method: 'PUT', headers, body: `<p>${version}</p>` };
      expect((await fetch(`${people.origin}/functions/v1/pages/${path}/source`, put)).status).toBe(200);
    }
    expect((await haru(['versions'], withKey())).out).toMatch(/^101\*\t[^]*\n1\t.*\n$/);
  });

  it('that has ended is not updated, and the command says how to publish it again', async () => {
    await inNewFolder('<p>ended</p>');
    await haru(['publish']);
    const { path = '' } = (await known()).pages['index.html'] ?? {};
    await query(people.sitesDatabaseUrl, `UPDATE sites SET expires_at = now() WHERE path = '${path}'`);
    const refused = await haru(['publish']);
    expect(refused).toMatchObject({
      status: 3,
      err: expect.stringMatching(/entry in \.haru\.json.*\nSITE_NOT_FOUND:/),
    });
  });

  it('that somebody else has changed is replaced only by --force', async () => {
    await inNewFolder('<p>mine</p>');
    await haru(['publish'], withKey());
    const { path } = (await known()).pages['index.html'] ?? {};
    const theirs = { input: '<p>theirs</p>', ...withKey() };
    await haru(['update', '-', '--path', path ?? ''], theirs);
    expect((await known()).pages['index.html']).toMatchObject({ path, version: 2 });
    const mine = folder;
    await inNewFolder();
    expect(await haru(['update', '-', '--path', path ?? ''], theirs)).toMatchObject({ status: 0 });
    await haru(['update', '-', '--path', path ?? ''], { ...theirs, input: '<p>theirs again</p>' });
    folder = mine;
    await save('<p>mine again</p>');
    const refused = await haru(['publish', '--json'], withKey());
    expect(refused.status).toBe(5);
    expect(JSON.parse(refused.err)).toMatchObject({ code: 'VERSION_CONFLICT', hint: expect.any(String) });
    expect(await haru(['publish', '--force'], withKey())).toMatchObject({ status: 0 });
  });

  it.each([['an API key', () => withKey()] as const, ['its edit key', () => ({})] as const])(
    'becomes secret together with its new content, with %s, and public again',
    async (_name, credential) => {
      await inNewFolder('<p>public</p>');
      const { out: url } = await haru(['publish'], credential());
      await save('<p>private</p>');
      const refused = await haru(['publish', '--visibility', 'password'], credential());
      expect(refused).toMatchObject({ status: 3, out: '', err: expect.stringContaining('password: ') });
      expect(await shown(url)).toBe('<p>public</p>');

      const hidden = ['publish', '--visibility', 'secret', '--noindex', '--title', 'Hidden', '--json'];
      const { site } = JSON.parse((await haru(hidden, credential())).out) as { site: { id: string; url: string } };
      expect(site).toMatchObject({
        version: 2,
        title: 'Hidden',
        visibility: 'secret',
        url: expect.stringContaining('~'),
      });
      expect(await shown(site.url)).toBe('<p>private</p>');
      expect((await fetch(url.trim())).status).toBe(404);
      const row = `SELECT noindex FROM sites WHERE id = '${site.id}'`;
      expect(await query(people.sitesDatabaseUrl, row)).toEqual([{ noindex: true }]);
      const retitled = await haru(['publish', '--title', 'Other'], credential());
      expect(retitled).toMatchObject({ status: 3, err: expect.stringMatching(/^TITLE_UNCHANGED:/) });

      await save('<p>released</p>');
      expect(await haru(['publish', '--visibility', 'public'], credential())).toMatchObject({ status: 0, out: url });
      await waitFor(async () => (await shown(url)) === '<p>released</p>', { what: 'the opened page' });
    },
  );

  it('that is secret is listed and opened with the address that shows it', async () => {
    await inNewFolder('<p>secret</p>');
    const { out } = await haru(['publish', '--visibility', 'secret'], withKey());
    expect((await haru(['list'], withKey())).out).toContain(`${out.trim()}\t`);
    const { path = '' } = (await known()).pages['index.html'] ?? {};
    await inNewFolder();
    const opened = await haru(['open', '--path', path], { more: { HARU_KEY: key, PATH: '' } });
    expect(opened).toMatchObject({ status: 0, out });
  });

  it('is opened by its address', async () => {
    await inNewFolder('<p>open</p>');
    const { out } = await haru(['publish']);
    expect(await haru(['open'], { more: { PATH: '' } })).toMatchObject({ status: 0, out });
    expect((await haru(['list'])).out).toBe(`${out.trim()}\tindex.html\n`);
  });

  it('of a folder is known from within the folder, and not from another one', async () => {
    await inNewFolder();
    const url = `${people.origin}/share/site`;
    const site = { host: people.origin, id: randomUUID(), path: 'site', url, version: 1 };
    await save(JSON.stringify({ pages: { site } }), '.haru.json');
    const outside = folder;
    const openedIn = async (name: string) => {
      folder = join(outside, name);
      await mkdir(folder);
      return haru(['open', '.'], { more: { PATH: '' } });
    };
    expect(await openedIn('site')).toMatchObject({ status: 0, out: `${url}\n` });
    expect(await openedIn('other')).toMatchObject({ status: 3, err: expect.stringMatching(/^PAGE_UNKNOWN:/) });
  });

  it('is published or deleted with its answer, also where .haru.json cannot be written', async () => {
    await inNewFolder('<p>unstored</p>');
    await mkdir(join(folder, '.haru.json'));
    const { status, out } = await haru(['publish'], withKey());
    expect({ status, shown: await shown(out) }).toEqual({ status: 1, shown: '<p>unstored</p>' });
    await inNewFolder();
    const path = out.trim().split('/').at(-1) ?? '';
    expect(await haru(['rm', '--yes', '--path', path], withKey())).toMatchObject({ status: 0 });
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('login', () => {
  it('stores a key that the service accepts, for that service alone', async () => {
    await inNewFolder('<p>in</p>');
    const settings = { XDG_CONFIG_HOME: join(folder, 'settings') };
    const wrong = await haru(['login'], { input: `haru_${'x'.repeat(32)}\n`, more: settings });
    expect(wrong).toMatchObject({ status: 4, err: expect.stringContaining(`${people.origin}/?settings=keys`) });
    expect(await haru(['login'], { input: `${key}\n`, more: settings })).toMatchObject({ status: 0 });
    expect(await haru(['login'], { input: key, more: settings })).toMatchObject({ status: 0 });
    const stored = { ...settings, HARU_HOST: '' };
    expect(JSON.parse((await haru(['list', '--json'], { more: stored })).out)).toEqual(expect.any(Array));
    expect((await haru(['list'], { more: { ...stored, XDG_CONFIG_HOME: '/nowhere' } })).status).toBe(2);
    expect((await haru(['list'], { more: { ...settings, HARU_HOST: 'http://127.0.0.1:9' } })).out).toBe('');
  });
});

describe('wrong usage', () => {
  it.each([
    [['publish', '--nonsense'], 2],
    [['sing'], 2],
    [['publish', 'missing.html'], 2],
    [['restore', 'x'], 2],
    [['watch'], 2],
    [['login'], 2],
    [['list', '--host', 'http://127.0.0.1:9'], 1],
    [['--help'], 0],
    [['--version'], 0],
  ])('%j ends with %i', async (args, status) => {
    await inNewFolder();
    expect((await haru(args, withKey())).status).toBe(status);
  });
});

describe('watch', () => {
  it('sends one update at a time for 100 saves a second, and ends with the last content', async () => {
    await inNewFolder('<p>0</p>');
    const child = spawn(process.execPath, [bundle, 'watch', 'index.html'], {
      cwd: folder,
      env: env({ HARU_KEY: key }),
    });
    let out = '';
    child.stdout.on('data', (part: Buffer) => (out += part.toString()));
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
    try {
      await waitFor(() => out !== '', { what: 'the first address' });
      for (let count = 1; count <= 300; count += 1) {
        await save(`<p>${count}</p>`);
        await pause(10);
      }
    } finally {
      child.kill('SIGINT');
    }
    expect(await ended).toBe(0);
    const addresses = out.trim().split('\n');
    expect(new Set(addresses).size).toBe(1);
    const [url = ''] = addresses;
    await waitFor(async () => (await shown(url)) === '<p>300</p>', { what: 'the last content' });
    // No update was refused for its base, so none overtook another; far fewer were sent than saved.
    const { version } = (await known()).pages['index.html'] ?? {};
    expect(version).toBe(addresses.length);
    expect(addresses.length).toBeLessThan(60);
    const path = url.split('/').at(-1);
    const [row] = await query<{ version: number }>(
      people.sitesDatabaseUrl,
      `SELECT version FROM sites WHERE path = '${path}'`,
    );
    expect(row?.version).toBe(version);
  }, 60_000);

  it('ends where no save can correct an update', async () => {
    await inNewFolder('<p>mine</p>');
    await haru(['publish'], withKey());
    const { path = '' } = (await known()).pages['index.html'] ?? {};
    const mine = folder;
    await inNewFolder();
    await haru(['update', '-', '--path', path], { input: '<p>theirs</p>', ...withKey() });
    folder = mine;
    await save('<p>mine again</p>');
    expect(await haru(['watch', 'index.html'], withKey())).toMatchObject({
      status: 5,
      err: expect.stringContaining('VERSION_CONFLICT'),
    });
  });
});

describe('the packed tarball', () => {
  it('runs by npx without installing anything else', async () => {
    await inNewFolder('<p>packed</p>');
    const run = promisify(execFile);
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: cli });
    const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
    expect(files.map(({ path }) => path).toSorted()).toEqual(['dist/haru.mjs', 'package.json']);
    const options = { cwd: folder, env: { ...process.env, ...env({ npm_config_cache: join(folder, 'npm') }) } };
    const args = ['--offline', '--yes', '--package', join(folder, filename), 'haru', 'publish'];
    const { stdout: url } = await run('npx', args, options);
    expect(await shown(url)).toBe('<p>packed</p>');
  }, 60_000);
});

describe('mcp', () => {
  const parameters = () => ({ command: process.execPath, args: [bundle, 'mcp'], env: env({ HARU_KEY: key }) });

  it('brings a client of 2026 to the tools of the service', async () => {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StdioClientTransport(parameters()));
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toContain('list_pages');
    expect(await client.callTool({ name: 'list_pages', arguments: {} })).toHaveProperty('structuredContent.pages');
    await client.close();
  });

  it('brings a client of 2025 to them', async () => {
    const client = new Client2025({ name: 'test', version: '1' });
    await client.connect(new Transport2025(parameters()));
    expect(await client.callTool({ name: 'list_pages', arguments: {} })).toHaveProperty('structuredContent.pages');
    await client.close();
  });

  it('answers an error where the service refuses', async () => {
    const { out, status } = await haru(['mcp'], {
      input: '{"jsonrpc":"2.0","id":7,"method":"tools/list"}\n',
      more: { HARU_KEY: `${key}x` },
    });
    expect({ status, answer: JSON.parse(out) as unknown }).toEqual({
      status: 0,
      answer: { jsonrpc: '2.0', id: 7, error: { code: -32_603, message: expect.stringContaining('key is wrong') } },
    });
  });
});
