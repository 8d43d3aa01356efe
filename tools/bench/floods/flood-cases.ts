/** The floods of `npm run bench -- floods`. */
import { waitFor } from '@haru/local-servers';
import type { System } from '../../start/system.js';
import { bearer, makeAccounts, publishPage, signIn, signUp } from '../harness/api.js';
import type { Load } from '../harness/load.js';
import { ask, type LightRequest, targetOf } from '../harness/traffic.js';

/**
 * A reader of the largest page gets one every 750 ms, which takes 60 ms of two cores. One of twelve requests of other
 * clients waits for it.
 */
export const READERS_P99_FLOOR_MS = 60;

/** Each flood of the gateway has its own address, which no measured client has. Only Linux has all of 127.0.0.0/8. */
const floodAddress = (flood: number): [string] => [`127.0.0.${flood + 1}`];
/** Returns one address of each of `count` /24 networks. */
const networks = (second: number, count: number) => Array.from({ length: count }, (_, n) => `127.${second}.${n}.1`);
/**
 * The flood runs on the same machine. Without a limit it would take a whole core, and others would wait for that core
 * and not for the gateway. So it has a rate, far above that of an honest client.
 */
const TOKENS_PER_SECOND = 1_000;
/** With 20 bodies of 6 MB a second the flood fills a line of 1 Gbit/s. */
const BODIES_PER_SECOND = 20;
const BODY_BYTES = 6_000_000;
/**
 * Each of the 50 networks publishes six a second, of which the first 20 are published and the others need a proof of
 * work. Ordinary visitors are of many networks too, none of which reaches its limit.
 */
const PAGES_PER_SECOND = 300;
const FLOODING_NETWORKS = 50;
const VISITING_NETWORKS = 250;
/** Together they send more requests than one address may. */
const READING_ADDRESSES = ['127.0.0.1', '127.0.1.1', '127.0.1.2', '127.0.1.3'];
/** Two cores that do nothing else publish half as many. */
const LARGE_PAGES_PER_SECOND = 40;
/** The p99 has this value beside unrelated work that takes 0.9 of the two cores. */
const LARGE_P99_FLOOR_MS = 90;
/** The rate of ordinary publishing, for each kind of connection. */
const PUBLISHES_PER_SECOND = 20;
const CONCURRENCY = 40;
const READER_COUNTS = [40, 200];
/** This many concurrent requests change all pages of an account, which is more than may change at the same time. */
const BULK_CHANGES = 100;
/** Every change finds all these pages, but only the first deletion. An account may publish 300 an hour. */
const BULK_FLOODS = [
  { method: 'PATCH', count: 60, bodies: [JSON.stringify({ noindex: true })] },
  { method: 'DELETE', count: 250 },
] as const;
/** One change takes this long, because the changes of an account are made one after the other. */
const BULK_P99_FLOOR_MS = 80;

export interface FloodCase {
  what: string;
  processes: readonly ('sites-viewer' | 'gateway' | 'sites-service')[];
  others: LightRequest & { perSecond?: number };
  flood: Load;
  /** Each request or connection of the flood must end in one of these ways; otherwise it was not this flood. */
  outcomes: readonly string[];
  /** A lower p99 of the other clients counts as this value. */
  p99FloorMs?: number;
}

export async function floodCasesOf(system: System['description']): Promise<FloodCase[]> {
  const { url, pagesUrl, anonKey } = system;
  const { path: small } = await publishPage(url, '<h1>small</h1>');
  const { path: large } = await publishPage(url, `<h1>large</h1>${'x'.repeat(1_000_000)}`);
  const token = await signUp(url);
  const headers = { apikey: anonKey, ...bearer(token) };
  // JSON makes six times as much of it.
  const escaped = await publishPage(url, `<p>${'\u0001'.repeat(1_048_000)}`, headers);
  const [app, pages] = [targetOf(url), targetOf(pagesUrl)];
  const servePath = (path: string) => `/functions/v1/serve-site?path=${path}`;
  const path = '/functions/v1/create-site';
  const bodyOf = (html: string) => JSON.stringify({ html_content: html });
  const reading = { ...app, path: servePath(small), from: READING_ADDRESSES };
  const visitors = networks(101, VISITING_NETWORKS);
  const publishing = { ...app, path, json: bodyOf('<p>ordinary'), from: visitors, perSecond: PUBLISHES_PER_SECOND };
  const flood = { port: app.port, concurrency: CONCURRENCY, isFlood: true };
  const service = { processes: ['gateway', 'sites-service'], outcomes: ['200', '429', '503'] } as const;
  const gateway = { processes: ['gateway'], others: reading, outcomes: ['401', '429'] } as const;
  const tokenFlood = { path: reading.path, seconds: 9, perSecond: TOKENS_PER_SECOND };
  const tokens = (['white space', 'signature'] as const).map((differs, index) => ({
    ...gateway,
    what: `9,000 tokens, ${differs} differs`,
    flood: { ...flood, ...tokenFlood, from: floodAddress(index + 1), token: { value: token, differs } },
  }));
  const bodies = { bodies: [bodyOf('x'.repeat(BODY_BYTES))], seconds: 10, perSecond: BODIES_PER_SECOND };
  const smallPages = { bodies: [bodyOf('<p>flood')], seconds: 10, perSecond: PAGES_PER_SECOND };
  const largePages = { bodies: [bodyOf('x'.repeat(1_000_000))], seconds: 10, perSecond: LARGE_PAGES_PER_SECOND };
  const routes = {
    'serve-site': servePath(escaped.path),
    'site-version': `/functions/v1/site-version?id=${escaped.id}&version=1`,
    'rest/v1': `/rest/v1/sites?select=html_content&id=eq.${escaped.id}`,
  };
  const readers = Object.entries(routes).flatMap(([route, path], at) =>
    READER_COUNTS.map((concurrency, index): FloodCase => {
      const isSlow = (at + index) % 2 === 1;
      const from = floodAddress(10 + 10 * at + index);
      return {
        ...service,
        what: `${concurrency} readers by ${route}, ${isSlow ? 'none reads' : 'at full speed'}`,
        others: at === 1 ? publishing : reading,
        flood: { ...flood, path, headers, from, readers: isSlow ? 'slow' : 'fast', concurrency, seconds: 8 },
        p99FloorMs: READERS_P99_FLOOR_MS,
      };
    }),
  );
  const accounts = await makeAccounts(system, BULK_FLOODS.length);
  const tokensOf = await Promise.all(accounts.map((account) => signIn(url, account)));
  const bulkChanges = BULK_FLOODS.map(async ({ count, ...change }, index): Promise<FloodCase> => {
    const headers = { apikey: anonKey, ...bearer(tokensOf[index] ?? ''), prefer: 'return=representation' };
    for (let page = 0; page < count; page++) {
      const { status, text } = await ask({ ...publishing, headers, json: bodyOf(`<p>${page}`) });
      if (status !== 200) throw new Error(`a page of the bulk changes was answered ${status} ${text}`);
    }
    const target = { path: '/rest/v1/sites?select=id&is_active=eq.true', from: floodAddress(50), headers };
    return {
      ...service,
      what: `${BULK_CHANGES} × ${change.method} of ${count} pages, beside ordinary publishing`,
      others: publishing,
      flood: { ...flood, ...change, ...target, readers: 'fast', concurrency: BULK_CHANGES, seconds: 8 },
      p99FloorMs: BULK_P99_FLOOR_MS,
    };
  });
  const pipelined = { port: pages.port, from: floodAddress(1), concurrency: 20, pipelining: 150, isFlood: true };
  const cases: FloodCase[] = [
    {
      what: '20 × 150 pipelined 1 MB pages, none read',
      processes: ['sites-viewer'],
      others: { ...pages, path: `/share/${small}` },
      flood: { ...pipelined, path: `/share/${large}`, headers: { host: pages.host }, seconds: 8 },
      outcomes: ['open'],
    },
    ...tokens,
    {
      ...gateway,
      what: '200 bodies of 6 MB, wrong key',
      flood: { ...flood, ...bodies, path, from: floodAddress(3), headers: { apikey: 'wrong' } },
    },
    {
      what: `pages from ${FLOODING_NETWORKS} networks, beside ordinary publishing`,
      processes: ['gateway'],
      others: publishing,
      flood: { ...flood, ...smallPages, path, from: networks(100, FLOODING_NETWORKS) },
      outcomes: ['200', '429'],
    },
    {
      ...service,
      what: 'pages of 1 MB, beside ordinary publishing',
      others: publishing,
      flood: { ...flood, ...largePages, path, from: networks(102, FLOODING_NETWORKS) },
      p99FloorMs: LARGE_P99_FLOOR_MS,
    },
    ...readers,
    ...(await Promise.all(bulkChanges)),
  ];
  for (const target of [...cases.map(({ others }) => others), { ...pages, path: `/share/${large}` }]) {
    await waitFor(async () => (await ask(target)).status === 200, { timeoutMs: 20_000, what: target.path });
  }
  return cases;
}
