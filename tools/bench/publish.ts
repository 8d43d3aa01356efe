/**
 * Publishing and updating through the whole system, beside the same insert through one bare Fastify process on the same
 * database, and beside a plain Express process that writes each page to a file, by turns. The whole way: gateway (token,
 * live session, limit), Redis, the service (title, hashes, site, content, version and event in one statement), and on the
 * same cores the worker that writes the artifacts.
 */
import { query } from '@haru/testing';
import { hash } from 'node:crypto';
import type { System } from '../start/system.js';
import { bearer, makeApiKey, publishPage, publishPages, sendJson, signUp, untilStored } from './harness/api.js';
import { type Bench, isChosen, runBench, setting, withUnlimitedSystem } from './harness/bench.js';
import { type Contestant, startExpress, startPeer } from './harness/peers.js';
import { median } from './harness/traffic.js';
import { findWrk, type Measured, ONE_OF, pageOf, UNIQUE, type Wrk } from './harness/wrk.js';

const ROUNDS = setting('BENCH_ROUNDS', 3);
const SECONDS = setting('BENCH_SECONDS', 2);
/** Ours must have so many times the creates per second of the bare process. */
const MIN_TIMES = 0.5;
/** An update may cost so many publishes of the same size. */
const MAX_UPDATE_COST = 1.3;
/** A program that publishes over `/` with a key may cost so many times what `create-site` costs. */
const MAX_PROGRAM_COST = 1.1;
/** Markdown may cost so many publishes of HTML of the same size. */
const MAX_MARKDOWN_COST = 1.3;
/** While a text is banned, each page is compared with it. At least this part of the publishes per second remains. */
const MIN_SHARE_WITH_BAN = 0.7;
/** One account has them, and they are updated in turn. */
const UPDATED_PAGES = 64;
const sizes = [
  { name: '1KB', bytes: 1024, connections: 32 },
  { name: '20KB', bytes: 20 * 1024, connections: 32 },
  { name: '500KB', bytes: 500 * 1024, connections: 8 },
  { name: '1MiB', bytes: 1024 * 1024, connections: 8 },
] as const;

/** The insert by itself goes to a table like `sites` that holds its pages: with its columns, indexes and counts. */
const BARE_TABLE = `CREATE TABLE bare_sites (LIKE sites INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES);
  ALTER TABLE bare_sites ADD html_content text NOT NULL, ALTER content_hash DROP NOT NULL, DROP bytes,
    ADD bytes integer GENERATED ALWAYS AS (octet_length(html_content)) STORED;
  DROP INDEX bare_sites_id_idx;
  CREATE TRIGGER count_active_sites_on_insert AFTER INSERT ON bare_sites REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_active_sites();
  CREATE TRIGGER count_live_bytes_on_insert AFTER INSERT ON bare_sites REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION count_live_bytes()`;

const MEASURED = [
  // Each publish of these has the same page.
  ...(['ours', 'program', 'bare'] as const),
  // Each publish of these has another page.
  ...(['distinct', 'markdown', 'withBan', 'markdownWithBan', 'updates', 'express'] as const),
];
type Name = (typeof MEASURED)[number];
type Rounds = Record<Name, Measured[]>;
type Peers = Record<'bare' | 'express', Contestant>;

const PARAGRAPH =
  '春は**あけぼの**。やうやう白くなりゆく[山ぎは](https://example.com/)、すこしあかりて、雲のほそくたなびきたる。\n\n';
const SECTION = `## 枕草子\n\n${PARAGRAPH.repeat(6)}- 夏は夜\n- 秋は夕暮れ\n\n`;
/** Longer Markdown renders to more than the 1 MiB that a page may have. */
const MAX_MARKDOWN_BYTES = 768 * 1024;

function markdownOf(bytes: number): string {
  return SECTION.repeat(Math.floor(Math.min(bytes, MAX_MARKDOWN_BYTES) / Buffer.byteLength(SECTION)));
}

const BANNED_PAGE = `<title>banned</title><p>${'お荷物を持ち帰りました。再配達をお申し込みください。'.repeat(20)}`;

/** @returns the result of `work`, which is done while a text is banned */
async function whileBanned<T>({ url, serviceRoleKey: apikey }: System['description'], work: () => Promise<T>) {
  const headers = { ...bearer(apikey), apikey };
  await publishPage(url, BANNED_PAGE, bearer(await signUp(url)));
  const banned = `${url}/admin/v1/sites/banned-contents/${hash('sha256', BANNED_PAGE)}`;
  await sendJson(banned, { reason: 'bench' }, headers);
  const result = await work();
  await sendJson(`${banned}/unban`, { reason: 'bench' }, headers);
  return result;
}

async function measure(system: System, wrk: Wrk, peers: Peers, size: (typeof sizes)[number]): Promise<Rounds> {
  const { url, anonKey } = system.description;
  const { bytes, connections } = size;
  const bodyOf = (html: string, id?: string) => JSON.stringify({ id, html_content: html });
  const same = bodyOf(pageOf(bytes));
  const distinctHtml = `${pageOf(bytes - UNIQUE.length)}${UNIQUE}`;
  const json = { 'content-type': 'application/json' };
  const load = { connections, seconds: SECONDS, port: Number(new URL(url).port) };
  const rounds = Object.fromEntries(MEASURED.map((name) => [name, []])) as unknown as Rounds;
  // The work that a load leaves behind belongs to its own time.
  const settled = async <T>(work: Promise<T>): Promise<T> => {
    const result = await work;
    await untilStored(system.ownerUrls.sites);
    return result;
  };
  const updated = Array.from({ length: UPDATED_PAGES }, (_, n) => `<title>${n}</title>`);
  for (let round = -1; round < ROUNDS; round++) {
    // Each round has an account of its own, made before it is measured.
    const token = await signUp(url);
    const headers = { ...json, apikey: anonKey, ...bearer(token) };
    const create = { ...load, paths: ['/functions/v1/create-site'], headers };
    const ours = await settled(wrk({ ...create, body: same }));
    // curl sends this type for every file.
    const curl = { 'content-type': 'application/x-www-form-urlencoded', ...bearer(await makeApiKey(url, token)) };
    const program = await settled(wrk({ ...load, paths: ['/'], headers: curl, body: pageOf(bytes) }));
    const distinct = await settled(wrk({ ...create, body: bodyOf(distinctHtml) }));
    const markdownText = `${markdownOf(bytes - UNIQUE.length)}${UNIQUE}`;
    const markdownBody = JSON.stringify({ format: 'markdown', html_content: markdownText });
    const markdown = await settled(wrk({ ...create, body: markdownBody }));
    const [withBan, markdownWithBan] = await whileBanned(system.description, async () => [
      await settled(wrk({ ...create, body: bodyOf(distinctHtml) })),
      await settled(wrk({ ...create, body: markdownBody })),
    ]);
    const oneOf = (await publishPages(url, updated, headers)).map(({ id }) => id);
    const update = { paths: ['/functions/v1/update-site'], headers: { ...headers, 'if-match': '*' } };
    const updates = await settled(wrk({ ...load, ...update, body: bodyOf(distinctHtml, ONE_OF), oneOf }));
    const bare = await wrk({ ...load, port: peers.bare.port, paths: ['/'], headers: json, body: same });
    const toExpress = { ...load, port: peers.express.port, paths: ['/'], headers: json };
    const express = await wrk({ ...toExpress, body: bodyOf(distinctHtml) });
    // The first round warms all of them up.
    if (round < 0) continue;
    const measured = { ours, program, distinct, markdown, withBan, markdownWithBan, updates, bare, express };
    for (const name of MEASURED) rounds[name].push(measured[name]);
  }
  return rounds;
}

function report(
  bench: Bench,
  page: string,
  { ours, program, distinct, markdown, withBan, markdownWithBan, updates, bare, express }: Rounds,
): void {
  const timesOf = (some: Measured[], others: Measured[]) =>
    median(some.map(({ perSecond }, index) => perSecond / (others[index]?.perSecond ?? Infinity)));
  const rows = {
    'the same page': ours,
    'over / with a key': program,
    'another page each': distinct,
    Markdown: markdown,
    'another page each, with a ban': withBan,
    'Markdown, with a ban': markdownWithBan,
    update: updates,
  };
  const peers = { 'bare Fastify + pg': bare, 'Express + file': express };
  for (const [what, rounds] of Object.entries({ ...rows, ...peers })) {
    const middle = (pick: (one: Measured) => number) => median(rounds.map(pick));
    const row = bench.row('publish', `${page}, ${what}`).show({
      'per s': middle(({ perSecond }) => perSecond),
      'p50 ms': middle(({ p50Ms }) => p50Ms),
      'p99 ms': middle(({ p99Ms }) => p99Ms),
    });
    if (rounds === ours) row.atLeast(MIN_TIMES, 'times bare', timesOf(ours, bare));
    if (rounds === program) row.atMost(MAX_PROGRAM_COST, 'costs create-site', timesOf(ours, program));
    if (rounds === distinct)
      row.show({ 'times bare': timesOf(distinct, bare), 'times Express': timesOf(distinct, express) });
    if (rounds === markdown) row.atMost(MAX_MARKDOWN_COST, 'costs HTML', timesOf(distinct, markdown));
    if (rounds === withBan) row.atLeast(MIN_SHARE_WITH_BAN, 'times without', timesOf(withBan, distinct));
    if (rounds === markdownWithBan)
      row.atLeast(MIN_SHARE_WITH_BAN, 'times without', timesOf(markdownWithBan, markdown));
    if (rounds === updates) row.atMost(MAX_UPDATE_COST, 'costs publishes', timesOf(distinct, updates));
  }
}

// On a busy machine the gateway would refuse some of the large pages.
process.env['GATEWAY_MAX_LAG_MS'] = '10000';
// The rows of the bare table are no sites: counts would be corrected meanwhile.
process.env['RECONCILE_SECONDS'] = '86400';
await runBench('Publishing is within its limits.', async (bench) => {
  const wrk = await findWrk();
  await withUnlimitedSystem(async (system) => {
    await query(system.ownerUrls.sites, BARE_TABLE);
    const bare = await startPeer('bare', 'insert', system.ownerUrls.sites);
    const express = await startExpress();
    for (const size of sizes.filter(({ name }) => isChosen('BENCH_SIZES', name)))
      report(bench, size.name, await measure(system, wrk, { bare, express }, size));
    // The bare server would fail loudly when its database ends.
    for (const { pid } of [bare, express]) process.kill(pid);
    await express.removeFolder();
  });
});
