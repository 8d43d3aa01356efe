import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { limits, rowsMaxBytes } from '@haru/contracts';
import { waitFor } from '@haru/testing';
import { type RunningSystem, startSystem } from './start-system.js';

/** As JSON the page is six times as large. */
const page = `<p>${'\u0001'.repeat(limits.htmlMaxBytes - 6)}あ`;
/** One client may have an eighth of 64. */
const PAGES_OF_CLIENT = 8;

let system: RunningSystem;
let token: string;
let site: { id: string; path: string };
let reads: Record<'functions' | 'version' | 'rest', string>;

beforeAll(async () => {
  system = await startSystem({ env: { GATEWAY_MAX_UNSENT_BYTES: String(8 * rowsMaxBytes), TRUST_PROXY: '1' } });
  token = (await system.signUp()).access_token;
  ({ site } = (await (await system.publish(page, token)).json()) as { site: typeof site });
  reads = {
    functions: `/functions/v1/serve-site?path=${site.path}`,
    version: `/functions/v1/site-version?id=${site.id}&version=1`,
    rest: `/rest/v1/sites?select=html_content&id=eq.${site.id}`,
  };
}, 60_000);

/** These answers are not read. */
const slow: IncomingMessage[] = [];

afterAll(async () => {
  slow.forEach((answer) => answer.destroy());
  await system.close();
}, 60_000);

/** Reads the head of the answer and nothing more. Waits while the client is over its rate. */
async function readSlowly(path: string, json?: object): Promise<void> {
  const headers = {
    apikey: system.anonKey,
    authorization: `Bearer ${token}`,
    ...(json && { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }),
  };
  const isRead = async () => {
    const method = json ? 'POST' : 'GET';
    const asked = request(`${system.origin}${path}`, { headers, method, agent: false }).end(JSON.stringify(json));
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.on('error', () => undefined);
    if (answer.statusCode === 200) slow.push(answer);
    else answer.destroy();
    return answer.statusCode === 200;
  };
  await waitFor(isRead, { timeoutMs: 30_000, everyMs: 500, what: 'a page within the rate' });
}

describe('pages', () => {
  it('are answered as JSON.stringify writes them, with their length', async () => {
    const served = await system.call(reads.functions);
    const text = await served.text();
    expect(served.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
    expect(served.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { title } = (JSON.parse(text) as { site: { title: string } }).site;
    expect(text === JSON.stringify({ success: true, site: { title, html_content: page } })).toBe(true);

    const versioned = await system.call(reads.version, { token });
    const versionText = await versioned.text();
    expect(versioned.headers.get('content-length')).toBe(String(Buffer.byteLength(versionText)));
    expect(versioned.headers.get('etag')).toBe('"v1"');
    const found = (JSON.parse(versionText) as { site: object }).site;
    expect(found).toMatchObject({ id: site.id, version: 1, title, html_content: page });
    expect(versionText === JSON.stringify({ success: true, site: found })).toBe(true);

    const listed = await system.call(reads.rest, { token });
    const rows = await listed.text();
    expect(listed.headers.get('content-length')).toBe(String(Buffer.byteLength(rows)));
    expect(rows === JSON.stringify([{ html_content: page }])).toBe(true);
  });

  it('have their length in the answer to HEAD', async () => {
    const [got, head] = [await system.call(reads.functions), await system.call(reads.functions, { method: 'HEAD' })];
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'));
    await got.arrayBuffer();
  });

  it('make Node warn of no leak', async () => {
    const warnings: Error[] = [];
    process.on('warning', (warning) => warnings.push(warning));
    for (const path of Object.values(reads)) await (await system.call(path, { token })).arrayBuffer();
    expect(warnings).toEqual([]);
  });
});

describe('a client that takes nothing of its answers', () => {
  it('gets 503 in the form of each route beyond its share, until it takes them or leaves', async () => {
    const paths = Object.values(reads);
    await Promise.all(
      Array.from({ length: PAGES_OF_CLIENT }, (_, index) => readSlowly(paths[index % paths.length] ?? '')),
    );
    for (const [path, shape] of [
      [reads.functions, { success: false, code: 'SERVICE_BUSY' }],
      [reads.version, { success: false, code: 'SERVICE_BUSY' }],
      [reads.rest, { code: 'SERVICE_BUSY', details: null, hint: null }],
    ] as const) {
      const refused = await system.call(path, { token });
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await refused.json()).toMatchObject(shape);
    }
    // Answers without a page still arrive, and so do those of other clients.
    const list = await system.call('/rest/v1/sites?select=id,title', { token });
    expect([list.status, await list.json()]).toMatchObject([200, [{ id: site.id }]]);
    const other = await system.call(reads.functions, { headers: { 'x-forwarded-for': '192.0.2.9' } });
    expect([other.status, (await other.text()).length > page.length]).toEqual([200, true]);
    slow.splice(0).forEach((answer) => answer.destroy());
    const isServed = async () => {
      const answer = await system.call(reads.rest, { token });
      await answer.arrayBuffer();
      return answer.status === 200;
    };
    await waitFor(isServed, { what: 'the share to be free' });
  });
});

describe('an assistant that takes nothing of its answers', () => {
  it('is refused beyond the share of its address', async () => {
    const params = { name: 'get_page', arguments: { path: site.path } };
    const json = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    await readSlowly('/mcp', json);
    const headers = { accept: 'application/json, text/event-stream' };
    const refused = await system.call('/mcp', { method: 'POST', token, headers, json });
    expect(await refused.text()).toContain('SERVICE_BUSY');
    slow.splice(0).forEach((answer) => answer.destroy());
    await readSlowly('/mcp', json);
  });
});

describe('a client that reads very often', () => {
  it('gets 429 for pages, and not for lists without them', async () => {
    const gateway = await system.startGateway({ AUTH_RATE_LIMITS: '0.001', PUBLIC_ORIGIN: system.origin });
    const statusOf = async (path: string) => {
      const headers = { apikey: system.anonKey, authorization: `Bearer ${token}` };
      const answer = await fetch(gateway.origin + path, { headers });
      await answer.arrayBuffer();
      return answer.status;
    };
    const list = '/rest/v1/sites?select=*&limit=1';
    expect(await statusOf(list)).toBe(200);
    await waitFor(async () => (await statusOf(reads.functions)) === 429, { what: 'the limit' });
    expect([await statusOf(reads.version), await statusOf(reads.rest), await statusOf(list)]).toEqual([429, 429, 200]);
    await gateway.close();
  });
});
