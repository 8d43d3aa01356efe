/**
 * Publishing through the whole system, beside the same insert through one bare Fastify process and beside Postgres by
 * itself, on the same database and by turns. The whole way: gateway (token, live session, limit), Redis, the service
 * (title, hash, site and event in one statement), and on the same cores the worker that writes the artifacts.
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
import { findLoadGenerator, type LoadGenerator, type Measured } from './viewer/load.js';
import { pageOf } from './viewer/pages.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
/** Ours must have so many times the creates per second of the bare process. */
const MIN_TIMES = 0.5;
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

/** An account of its own for each round's publishing, made before it is measured. */
async function newToken(url: string, anonKey: string): Promise<string> {
  const headers = { apikey: anonKey, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/auth/v1/signup`, { method: 'POST', headers, body: '{}' });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  if (!token) throw new Error(`could not make an account: ${answer.status}`);
  return token;
}

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

/** The insert by itself, as often as Postgres can. Undefined where there is no pgbench. */
async function runPgbench(databaseUrl: string, html: string, connections: number, directory: string) {
  const pgbench = await findOnPath('pgbench');
  if (!pgbench) return undefined;
  const script = join(directory, 'insert.sql');
  await writeFile(
    script,
    `INSERT INTO sites (id, user_id, title, path, html_content, storage_path, created_at, last_modified, expires_at) ` +
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

async function measure(
  system: { url: string; anonKey: string; databaseUrl: string; barePort: number },
  size: (typeof sizes)[number],
  generator: LoadGenerator,
  directory: string,
): Promise<void> {
  const { url, anonKey, databaseUrl, barePort } = system;
  const html = pageOf(size.bytes);
  const body = JSON.stringify({ html_content: html });
  const json = { 'content-type': 'application/json' };
  const load = { body, connections: size.connections, seconds: SECONDS };
  const ours: Measured[] = [];
  const bare: Measured[] = [];
  const database: { perSecond: number; meanMs: number }[] = [];
  // The work left behind belongs to who left it.
  const settle = () =>
    waitFor(async () => (await query(databaseUrl, 'SELECT 1 FROM outbox LIMIT 1')).length === 0, {
      timeoutMs: 300_000,
      everyMs: 200,
      what: 'the artifacts to be written',
    });
  for (let round = -1; round < ROUNDS; round++) {
    const authorization = `Bearer ${await newToken(url, anonKey)}`;
    const mine = await generator.run({
      ...load,
      port: Number(new URL(url).port),
      paths: ['/functions/v1/create-site'],
      headers: { ...json, apikey: anonKey, authorization },
    });
    await settle();
    const theirs = await generator.run({ ...load, port: barePort, paths: ['/'], headers: json });
    const alone = await runPgbench(databaseUrl, html, size.connections, directory);
    // The first round warms all of them up.
    if (round < 0) continue;
    ours.push(mine);
    bare.push(theirs);
    if (alone) database.push(alone);
  }
  const times = median(ours.map(({ perSecond }, index) => perSecond / (bare[index]?.perSecond ?? Infinity)));
  const row = (what: string, rounds: Measured[], more: Record<string, string> = {}) =>
    table.push({
      page: size.name,
      what,
      'creates/s': Math.round(median(rounds.map(({ perSecond }) => perSecond))),
      'p50 ms': median(rounds.map(({ p50Ms }) => p50Ms)).toFixed(1),
      'p99 ms': median(rounds.map(({ p99Ms }) => p99Ms)).toFixed(1),
      ...more,
    });
  row('ours', ours, { 'ours / bare': times.toFixed(2), 'at least': String(MIN_TIMES) });
  row('bare Fastify + pg', bare);
  table.push({
    page: size.name,
    what: database.length ? 'pgbench' : 'no pgbench on this machine',
    'creates/s': Math.round(median(database.map(({ perSecond }) => perSecond))),
    'p50 ms': database.length ? `mean ${median(database.map(({ meanMs }) => meanMs)).toFixed(1)}` : '',
  });
  if (times < MIN_TIMES) faults.push(`${size.name}: ours has ${times.toFixed(2)} of the bare process`);
}

// The limits per account would refuse what is to be measured.
process.env['AUTH_RATE_LIMITS'] = '1000000';
process.env['PUBLISH_LIMITS'] = JSON.stringify({ temporaryLiveBytes: 1e12, registeredLiveBytes: 1e12 });
process.env['STORAGE_SOFT_LIMIT_BYTES'] = '0';
const directory = await temporaryDirectory('haru-bench-');
try {
  const generator = await findLoadGenerator(undefined, directory.path);
  await withTemporarySystem(
    (text) => console.log(`  ${text}`),
    async ({ description: { url, anonKey, databaseUrls } }) => {
      const databaseUrl = databaseUrls.sites;
      const bare = await startBare(databaseUrl);
      try {
        const system = { url, anonKey, databaseUrl, barePort: bare.port };
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
