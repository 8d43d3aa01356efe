import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { agentUrl, type Scope } from '@haru/contracts';
import { sendOddToolCalls } from '@haru/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { makeApiKey, makeEditKey, publishAs } from './keys-of-tests.js';
import { type People, sharedSystem, START_WITHIN_MS } from './people.js';

let people: People;
let token: string;
let key: string;
beforeAll(async () => {
  people = await sharedSystem();
  ({ token } = await people.register());
  ({ key } = await makeApiKey(people, token));
}, START_WITHIN_MS);

const bearer = (credential?: string): Record<string, string> =>
  credential === undefined ? {} : { authorization: `Bearer ${credential}` };
const newPage = (title = 'one') => `<title>${title}</title><p>${randomUUID()}`;

/** Sends a message as a client of 2025 does. */
async function send(message: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${people.origin}/mcp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: typeof message === 'string' ? message : JSON.stringify(message),
  });
  const text = await answer.text();
  return { status: answer.status, text: /^data: (.*)$/m.exec(text)?.[1] ?? text };
}

const request = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
const listSchema = z.object({ result: z.object({ tools: z.array(z.object({ name: z.string() })) }) });

async function toolNames(credential?: string): Promise<string[]> {
  const { text } = await send(request('tools/list'), bearer(credential));
  return listSchema.parse(JSON.parse(text)).result.tools.map(({ name }) => name);
}

const resultSchema = z.looseObject({
  version: z.int().optional(),
  edit_key: z.string().optional(),
  agent_url: z.string().optional(),
  ...{ upload_id: z.string().optional(), ticket: z.string().optional(), curl: z.string().optional() },
  undo: z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()) }).optional(),
  next: z.int().nullish(),
  site: z.looseObject({ id: z.string(), path: z.string() }).default({ id: '', path: '' }),
});

/** Calls a tool. The official client checks the result against the schema that the list names. */
async function call(name: string, args: Record<string, unknown>, credential?: string) {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: bearer(credential) };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${people.origin}/mcp`), { requestInit }));
  try {
    await client.listTools();
    const { content, isError = false } = await client.callTool({ name, arguments: args });
    const text = content[0]?.type === 'text' ? content[0].text : '';
    return { isError, ...resultSchema.parse(JSON.parse(text)) };
  } finally {
    await client.close();
  }
}

describe('tools/list', () => {
  const forEverybody = [
    'check_page',
    'publish_page',
    'update_page',
    'get_page',
    'list_versions',
    'restore_version',
    'set_page',
  ];

  it('answers without a credential, within 16 KiB', async () => {
    expect(await toolNames()).toEqual(forEverybody);
    const { text } = await send(request('tools/list'), bearer(token));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(16_384);
  });

  it.each<[Scope[], string[]]>([
    [['read'], ['get_page', 'list_pages', 'list_versions']],
    [['publish'], ['check_page', 'publish_page', 'prepare_upload']],
    [['edit'], []],
    [
      ['read', 'edit'],
      ['update_page', 'get_page', 'list_pages', 'list_versions', 'restore_version', 'set_page'],
    ],
    [['delete'], ['delete_page']],
  ])('shows a key with the scopes %j only what it may do', async (allowed, names) => {
    const { key: limited } = await makeApiKey(people, token, allowed);
    expect(await toolNames(limited)).toEqual(names);
  });
});

describe('without an account', () => {
  it('publishes, reads, meets a conflict, restores', async () => {
    const published = await call('publish_page', { content: `Here it is:\n\`\`\`html\n${newPage()}\n\`\`\`` });
    const { edit_key, site } = published;
    expect(published).toMatchObject({ version: 1, site: { title: 'one' } });
    expect(published.agent_url).toMatch(agentUrl('', edit_key ?? '?'));
    expect(await call('update_page', { edit_key, base_version: 1, content: newPage('two') })).toMatchObject({
      site: { version: 2, is_changed: true },
    });
    expect(await call('update_page', { edit_key, base_version: 1, content: newPage('three') })).toMatchObject({
      isError: true,
      code: 'VERSION_CONFLICT',
      base_version: 1,
      current: { version: 2, source: 'mcp' },
      hint: expect.stringContaining('get_page'),
    });
    expect(await call('restore_version', { edit_key, version: 1 })).toMatchObject({ site: { version: 3 } });
    expect(await call('get_page', { path: site.path, edit_key })).toMatchObject({ version: 3, page: { title: 'one' } });
    expect(await call('get_page', { edit_key, version: 2 })).toMatchObject({ content: expect.stringContaining('two') });
    const { next } = await call('list_versions', { edit_key, limit: 2 });
    expect(await call('list_versions', { edit_key, limit: 2, after: next })).toMatchObject({
      versions: [{ version: 1 }],
      next: null,
    });
  });

  it('publishes Markdown that stays Markdown', async () => {
    const content = `# Title\n\n- ${randomUUID()}\n- b\n\n**bold**\n`;
    expect(await call('check_page', { content })).toMatchObject({ isError: false, result: 'passed' });
    const published = await call('publish_page', { content });
    expect(published).toEqual(expect.objectContaining({ isError: false }));
    const got = await call('get_page', { edit_key: published.edit_key });
    expect(got).toMatchObject({ content, format: 'markdown' });
  });

  it('gives no edit key of a page to another who sends its content', async () => {
    const content = newPage();
    const [own, other] = [await call('publish_page', { content }), await call('publish_page', { content })];
    expect(other.site.path).not.toBe(own.site.path);
    expect(await call('get_page', { path: own.site.path, edit_key: other.edit_key })).toMatchObject({
      code: 'SITE_NOT_FOUND',
    });
  });

  it('publishes once when a call is repeated with its idempotency key', async () => {
    const args = { content: newPage(), idempotency_key: randomUUID() };
    const first = await call('publish_page', args);
    expect((await call('publish_page', args)).site.path).toBe(first.site.path);
  });

  it('replaces HTML by Markdown when format says so', async () => {
    const { edit_key } = await call('publish_page', { content: newPage() });
    const content = '<b>not only</b> HTML, but *Markdown*';
    await call('update_page', { edit_key, base_version: 1, content, format: 'markdown' });
    expect(await call('get_page', { edit_key })).toMatchObject({ version: 2, content, format: 'markdown' });
  });

  it.each([
    ['update_page', { path: 'some-page', base_version: 1, content: 'x' }, 'TOKEN_INVALID'],
    ['get_page', {}, 'VALIDATION_FAILED'],
    ['get_page', { edit_key: 'haru_edit_wrong' }, 'CREDENTIAL_INVALID'],
    ['publish_page', { content: newPage(), path: 'chosen' }, 'REGISTRATION_REQUIRED'],
    ['publish_page', { content: '```html\n<p>1\n```\nor\n```html\n<p>2\n```' }, 'SEVERAL_PAGES'],
    ['publish_page', { content: '<title>楽天カード ログイン</title><input type="password">' }, 'PAGE_REFUSED'],
    ['no_tool', {}, 'VALIDATION_FAILED'],
  ])('%s %j says what to do: %s', async (name, args, code) => {
    const expected = { isError: true, code, message: expect.any(String), hint: expect.any(String) };
    expect(await call(name, args)).toMatchObject({ ...expected, docs: `${people.origin}/docs/errors#${code}` });
  });
});

describe('with an API key', () => {
  it.each<[string, Scope[]]>([
    ['all scopes', ['read', 'publish', 'edit', 'delete']],
    ['the scope publish alone', ['publish']],
  ])('with %s publishes once when a call is repeated, and again with another key', async (_what, scopes) => {
    const { key: own } = await makeApiKey(people, token, scopes);
    const args = { content: newPage() };
    const answers = [];
    for (const more of [{}, {}, { idempotency_key: randomUUID() }]) {
      answers.push(await call('publish_page', { ...args, ...more }, own));
    }
    expect(answers.map(({ isError }) => isError)).toEqual([false, false, false]);
    const paths = answers.map(({ site }) => site.path);
    expect(paths[1]).toBe(paths[0]);
    expect(paths[2]).not.toBe(paths[0]);
  });

  it('deletes a page, and shows it again by what the answer names', async () => {
    const { path } = await publishAs(people, token, newPage('own'));
    const deleted = await call('delete_page', { path }, key);
    const { tool = '', arguments: named = {} } = deleted.undo ?? {};
    expect(await call(tool, named, key)).toMatchObject({ isError: false, site: { path } });
    expect(await call('list_pages', { limit: 1 }, key)).toMatchObject({ pages: [{ path, title: 'own' }] });
  });

  it('publishes the same content again after the page was deleted', async () => {
    const content = newPage();
    const first = await call('publish_page', { content }, key);
    await call('delete_page', { path: first.site.path }, key);
    const second = await call('publish_page', { content }, key);
    expect(second.site.path).not.toBe(first.site.path);
    expect((await call('publish_page', { content }, key)).site.path).toBe(second.site.path);
  });

  it('sets the path, and says that a path is taken', async () => {
    const [one, other] = [await publishAs(people, token, newPage()), await publishAs(people, token, newPage())];
    const path = `p-${randomUUID().slice(0, 12)}`;
    expect(await call('set_page', { path: one.path, new_path: path }, key)).toMatchObject({ page: { path } });
    expect(await call('set_page', { path: other.path, new_path: path }, key)).toMatchObject({ code: 'PATH_TAKEN' });
  });

  it('shows a page only to people who have its address, and gives it another address', async () => {
    const secret = await call('publish_page', { content: newPage(), visibility: 'secret' }, key);
    const { path } = secret.site;
    const urlOf = ({ page }: Record<string, unknown>) => z.object({ url: z.string() }).parse(page).url;
    const read = urlOf(await call('get_page', { path }, key));
    expect(read).toBe(secret.site['url']);
    const renewed = urlOf(await call('set_page', { path, renew_link: true }, key));
    expect([(await fetch(read)).status, (await fetch(renewed)).status]).toEqual([404, 200]);
    // This system has no origins of their own for pages.
    const closed = await call('set_page', { path, visibility: 'password', password: 'ひみつのことば' }, key);
    expect(closed).toMatchObject({ code: 'OWN_ORIGINS_REQUIRED' });
    expect(await call('set_page', { path, password: 'ひみつのことば' }, key)).toMatchObject({
      code: '22P02',
      message: 'password and the visibility password are written together',
    });
    const opened = urlOf(await call('set_page', { path, visibility: 'public' }, key));
    expect((await fetch(opened)).status).toBe(200);
  });

  it('changes who sees a page together with its content', async () => {
    const { path, url } = await publishAs(people, token, newPage());
    expect((await fetch(url)).status).toBe(200);
    const content = newPage('two');
    const update = { path, base_version: 1, content, visibility: 'secret', noindex: true };
    const { site } = await call('update_page', update, key);
    expect(site).toMatchObject({ visibility: 'secret', version: 2 });
    expect([(await fetch(url)).status, (await fetch(String(site['url']))).status]).toEqual([404, 200]);
    expect(await call('get_page', { path }, key)).toMatchObject({ page: { visibility: 'secret', noindex: true } });
    expect(await call('update_page', { ...update, base_version: 2, password: 'ひみつのことば' }, key)).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });

  it('prepares an upload, which is published once it is complete', async () => {
    const { upload_id, ticket, curl } = await call('prepare_upload', { archive_bytes: 1_000 }, key);
    expect(curl).toBe(`curl -T site.zip -H 'x-haru-ticket: ${ticket}' '${people.origin}/functions/v1/archives'`);
    const expected = { isError: true, code: 'UPLOAD_INCOMPLETE' };
    expect(await call('publish_page', { upload_id }, key)).toMatchObject(expected);
    const { path } = await publishAs(people, token, newPage());
    expect(await call('update_page', { path, base_version: 1, upload_id }, key)).toMatchObject(expected);
  });

  it('lets an edit key change its page alone', async () => {
    const [own, other] = [await publishAs(people, token), await publishAs(people, token)];
    const { edit_key } = await makeEditKey(people, token, own.id);
    expect(await call('get_page', { edit_key })).toMatchObject({ page: { path: own.path } });
    expect(await call('get_page', { edit_key, path: other.path })).toMatchObject({ code: 'SITE_NOT_FOUND' });
    expect(await toolNames(edit_key)).not.toContain('publish_page');
  });
});

describe('a request', () => {
  it.each([
    ['of another origin', request('tools/list'), { origin: 'https://example.com' }, 403],
    ['with a wrong key', request('tools/list'), bearer(`haru_${'x'.repeat(32)}`), 401],
    ['that is no JSON', '{', {}, 400],
    ['that is deep', '['.repeat(100_000) + ']'.repeat(100_000), {}, 400],
    [
      'with a deep argument',
      request('tools/call', JSON.parse('{"a":'.repeat(40) + '1' + '}'.repeat(40)) as object),
      {},
      400,
    ],
    ['that is a batch', [request('ping'), request('ping')], {}, 400],
    ['that is too large', request('ping', { x: 'x'.repeat(7_000_000) }), {}, 413],
    ['to subscribe', request('subscriptions/listen'), {}, 404],
  ])('%s is refused', async (_what, message, headers, status) => {
    expect((await send(message, headers)).status).toBe(status);
  });

  it('GET is refused, so that a client of 2025 waits for no stream', async () => {
    expect((await fetch(`${people.origin}/mcp`, { headers: { accept: 'text/event-stream' } })).status).toBe(405);
  });
});

it('conforms to the specification of 2026-07-28', async () => {
  const program = new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url);
  const args = ['server', '--url', `${people.origin}/mcp`, '--scenario', 'http-header-validation'];
  // A failed check ends it with an error.
  await promisify(execFile)(process.execPath, [program.pathname, ...args, '--spec-version', '2026-07-28']);
});

it('answers 200 odd calls without a fault, and shows no credential', async () => {
  const { edit_key: editKey } = await makeEditKey(people, token, (await publishAs(people, token)).id);
  const { faults, codes } = await sendOddToolCalls({
    origin: people.origin,
    credentials: [key, editKey, token, `${key}x`],
    count: 200,
    concurrency: 8,
    seed: 20_261_124,
  });
  expect(faults.slice(0, 5)).toEqual([]);
  expect([...codes.keys()]).toEqual(expect.arrayContaining(['done', 'VALIDATION_FAILED', 'TOKEN_INVALID']));
});
