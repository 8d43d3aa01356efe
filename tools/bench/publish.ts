/**
 * Publishing and updating through the whole system, beside the same insert through one bare Fastify process and beside Postgres by
 * itself, on the same database and by turns. The whole way: gateway (token, live session, limit), Redis, the service
 * (title, hashes, site, content, version and event in one statement), and on the same cores the worker that writes the artifacts.
 */
import { spawn, execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endProcess, endWithUs, findOnPath, temporaryDirectory, waitFor } from '@haru/local-servers';
import { query } from '@haru/testing';
import { withTemporarySystem } from '../start/temporary-system.js';
import { publishPage, signUp } from './common/post-json.js';
import { findLoadGenerator, type LoadGenerator, type Measured, ONE_OF, UNIQUE } from './viewer/load.js';
import { pageOf } from './viewer/pages.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
/** Ours must have so many times the creates per second of the bare process. */
const MIN_TIMES = 0.5;
/** An update may cost so many publishes of the same size. */
const MAX_UPDATE_COST = 1.3;
/** Of one account; they are updated in turn. */
const UPDATED_PAGES = 64;
const allSizes = [
  { name: '1KB', bytes: 1024, connections: 32 },
  { name: '20KB', bytes: 20 * 1024, connections: 32 },
  { name: '1MiB', bytes: 1024 * 1024, connections: 8 },
] as const;
/** `BENCH_SIZES=1KB,20KB`: these only. */
const chosenSizes = process.env['BENCH_SIZES']?.split(',');
const sizes = allSizes.filter(({ name }) => chosenSizes?.includes(name) ?? true);
if (sizes.length === 0) throw new Error(`BENCH_SIZES: choose of ${allSizes.map(({ name }) => name).join(', ')}`);

const table: Record<string, string | number>[] = [];
const faults: string[] = [];
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function startBare(databaseUrl: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const script = fileURLToPath(new URL('publish/bare-server.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, databaseUrl], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  endWithUs(child);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { port, stop: () => endProcess(child, 'SIGTERM') };
}

/** The insert by itself goes to a table like `sites` that holds its pages: with its columns, indexes and counts. */
async function makeBareTable(databaseUrl: string): Promise<void> {
  await query(
    databaseUrl,
    `CREATE TABLE bare_sites (LIKE sites INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES);
     ALTER TABLE bare_sites ADD html_content text NOT NULL, ALTER content_hash DROP NOT NULL, DROP bytes,
       ADD bytes integer GENERATED ALWAYS AS (octet_length(html_content)) STORED;
     DROP INDEX bare_sites_id_idx;
     CREATE TRIGGER count_active_sites_on_insert AFTER INSERT ON bare_sites REFERENCING NEW TABLE AS new_rows
       FOR EACH STATEMENT EXECUTE FUNCTION count_active_sites();
     CREATE TRIGGER count_live_bytes_on_insert AFTER INSERT ON bare_sites REFERENCING NEW TABLE AS new_rows
       FOR EACH STATEMENT EXECUTE FUNCTION count_live_bytes()`,
  );
}

/** The insert by itself, as often as Postgres can. Undefined where there is no pgbench. */
async function runPgbench(databaseUrl: string, html: string, connections: number, directory: string) {
  const pgbench = await findOnPath('pgbench');
  if (!pgbench) return undefined;
  const script = join(directory, 'insert.sql');
  await writeFile(
    script,
    `INSERT INTO bare_sites (id, user_id, title, path, html_content, storage_path, created_at, last_modified, expires_at) ` +
      `VALUES (gen_random_uuid(), gen_random_uuid(), 'bench', substr(md5(random()::text), 1, 16), ` +
      // A colon would be one of pgbench's variables, where a name follows.
      `'${html.replaceAll("'", "''").replaceAll(':', ';')}', 'none', now(), now(), now() + interval '10 days');\n`,
  );
  const { stdout } = await promisify(execFile)(
    pgbench,
    ['-n', '-c', String(connections), '-j', '1', '-T', String(SECONDS), '-f', script, databaseUrl],
    { cwd: directory },
  );
  const perSecond = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1] ?? 0);
  const meanMs = Number(/^latency average = ([\d.]+)/m.exec(stdout)?.[1] ?? 0);
  return { perSecond, meanMs };
}

/** Pages for updates, of the account. */
async function publishPages(url: string, headers: Record<string, string>): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < UPDATED_PAGES; n++) ids.push((await publishPage(url, `<title>${n}</title>`, headers)).id);
  return ids;
}

interface Rounds {
  /** Each publish has the same page. */
  ours: Measured[];
  distinct: Measured[];
  updates: Measured[];
  bare: Measured[];
  database: { perSecond: number; meanMs: number }[];
}

async function measure(
  system: { url: string; anonKey: string; databaseUrl: string; barePort: number },
  size: (typeof sizes)[number],
  generator: LoadGenerator,
  directory: string,
): Promise<void> {
  const { url, anonKey, databaseUrl, barePort } = system;
  const html = pageOf(size.bytes);
  const distinctHtml = `${pageOf(size.bytes - UNIQUE.length)}${UNIQUE}`;
  const json = { 'content-type': 'application/json' };
  const load = {
    body: JSON.stringify({ html_content: html }),
    connections: size.connections,
    seconds: SECONDS,
    port: Number(new URL(url).port),
  };
  const distinct = { ...load, body: JSON.stringify({ html_content: distinctHtml }) };
  const update = { ...load, body: JSON.stringify({ id: ONE_OF, html_content: distinctHtml }) };
  const rounds: Rounds = { ours: [], distinct: [], updates: [], bare: [], database: [] };
  // The work left behind belongs to who left it.
  const settle = () =>
    waitFor(async () => (await query(databaseUrl, 'SELECT 1 FROM outbox LIMIT 1')).length === 0, {
      timeoutMs: 300_000,
      everyMs: 200,
      what: 'the artifacts to be written',
    });
  for (let round = -1; round < ROUNDS; round++) {
    // An account of its own for each round, made before it is measured.
    const headers = { ...json, apikey: anonKey, authorization: `Bearer ${await signUp(url)}` };
    const paths = ['/functions/v1/create-site'];
    const mine = await generator.run({ ...load, paths, headers });
    await settle();
    const others = await generator.run({ ...distinct, paths, headers });
    await settle();
    const oneOf = await publishPages(url, headers);
    await settle();
    const updates = await generator.run({
      ...update,
      oneOf,
      paths: ['/functions/v1/update-site'],
      headers: { ...headers, 'if-match': '*' },
    });
    await settle();
    const theirs = await generator.run({ ...load, port: barePort, paths: ['/'], headers: json });
    const alone = await runPgbench(databaseUrl, html, size.connections, directory);
    // The first round warms all of them up.
    if (round < 0) continue;
    rounds.ours.push(mine);
    rounds.distinct.push(others);
    rounds.updates.push(updates);
    rounds.bare.push(theirs);
    if (alone) rounds.database.push(alone);
  }
  report(size.name, rounds);
}

function report(page: string, { ours, distinct, updates, bare, database }: Rounds): void {
  const timesOf = (some: Measured[], others: Measured[]) =>
    median(some.map(({ perSecond }, index) => perSecond / (others[index]?.perSecond ?? Infinity)));
  const times = timesOf(ours, bare);
  const cost = timesOf(distinct, updates);
  const row = (what: string, rounds: Measured[], more: Record<string, string> = {}) =>
    table.push({
      page,
      what,
      'per s': Math.round(median(rounds.map(({ perSecond }) => perSecond))),
      'p50 ms': median(rounds.map(({ p50Ms }) => p50Ms)).toFixed(1),
      'p99 ms': median(rounds.map(({ p99Ms }) => p99Ms)).toFixed(1),
      ...more,
    });
  row('publish, the same page', ours, { ratio: `${times.toFixed(2)} of bare`, limit: `at least ${MIN_TIMES}` });
  row('publish, another page each', distinct, { ratio: `${timesOf(distinct, bare).toFixed(2)} of bare` });
  row('update', updates, { ratio: `costs ${cost.toFixed(2)} publishes`, limit: `at most ${MAX_UPDATE_COST}` });
  row('bare Fastify + pg', bare);
  table.push({
    page,
    what: database.length ? 'pgbench' : 'no pgbench on this machine',
    'per s': Math.round(median(database.map(({ perSecond }) => perSecond))),
    'p50 ms': database.length ? `mean ${median(database.map(({ meanMs }) => meanMs)).toFixed(1)}` : '',
  });
  if (times < MIN_TIMES) faults.push(`${page}: ours has ${times.toFixed(2)} of the bare process`);
  if (cost > MAX_UPDATE_COST) faults.push(`${page}: an update costs ${cost.toFixed(2)} publishes`);
}

// The limits per account would refuse what is to be measured.
process.env['AUTH_RATE_LIMITS'] = '1000000';
process.env['PUBLISH_LIMITS'] = JSON.stringify({ temporaryLiveBytes: 1e12, registeredLiveBytes: 1e12 });
process.env['STORAGE_SOFT_LIMIT_BYTES'] = '0';
// On a busy machine the gateway would refuse some of the large pages.
process.env['GATEWAY_MAX_LAG_MS'] = '10000';
// The rows of the bare table are no sites: counts would be corrected meanwhile.
process.env['RECONCILE_SECONDS'] = '86400';
const directory = await temporaryDirectory('haru-bench-');
try {
  const generator = await findLoadGenerator(undefined, directory.path);
  await withTemporarySystem(
    (text) => console.log(`  ${text}`),
    async ({ description: { url, anonKey }, ownerUrls }) => {
      const databaseUrl = ownerUrls.sites;
      const bare = await startBare(databaseUrl);
      try {
        const system = { url, anonKey, databaseUrl, barePort: bare.port };
        await makeBareTable(databaseUrl);
        for (const size of sizes) await measure(system, size, generator, directory.path);
      } finally {
        await bare.stop();
      }
    },
  );
  console.log(`\nload from ${generator.name}; ${ROUNDS} rounds of ${SECONDS} s`);
  console.table(table);
} finally {
  await directory.remove();
}
for (const fault of faults) console.log(`FAILED: ${fault}`);
if (faults.length === 0) console.log('Publishing is within its limits.');
process.exit(faults.length > 0 ? 1 : 0);
