/**
 * The viewer beside other servers of the same 20 KB page: each on one core, the load on another, by turns, so that
 * whatever else the machine does meets all of them.
 *
 * Servers are compared by requests per second of processor time at the same load. One core is enough for this load with
 * any of them but @fastify/static. At full load the cost of an answer would depend on who is faster: a server that is faster than
 * wrk always finds it busy, and one that is slower wakes it with each answer, which costs 10 µs on a virtual machine.
 *
 * Ours runs with the options that operators start it with. Bare node:http is Node as it comes: V8's own limits, the
 * server's own options; smaller young generations made no difference to it.
 */
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { temporaryDirectory } from '@haru/local-servers';
import { query } from '@haru/testing';
import { ask } from '../../apps/sites-service/test/http.js';
import { publishTree } from '../../apps/sites-service/test/publish-tree.js';
import type { System } from '../start/system.js';
import { publishPages, sendJson, untilStored } from './harness/api.js';
import { type Bench, runBench, say, setting, withUnlimitedSystem } from './harness/bench.js';
import { type Contestant, startNginx, startPeer } from './harness/peers.js';
import { cpuSeconds, residentMib } from './harness/processes.js';
import { median, targetOf } from './harness/traffic.js';
import { CONNECTIONS, findWrk, type Measured, pageOf } from './harness/wrk.js';

const ROUNDS = setting('BENCH_ROUNDS', 5);
const SECONDS = setting('BENCH_SECONDS', 2);
/** V8 has compiled what runs often by then: a server that does more per request takes longer to be fast. */
const WARM_UP_SECONDS = 6;
/** More than the viewer's cache holds. */
const PAGES = setting('BENCH_PAGES', 6_000);
const PAGE_BYTES = 20 * 1024;
/** All connections together send 8,000 requests a second. */
const PAUSE_MS = 8;
const MAX_RESIDENT_MIB = 300;
const [SERVER_CORE, LOAD_CORE] = [0, 1];
/** Ours must have so many times the requests per second of each of these. */
const MIN_TIMES: Record<string, number> = { 'bare node:http': 0.9, nginx: 0.4, '@fastify/static': 4 };
/** The same for a file of a page of several files, on the page's own origin. */
const MIN_TIMES_OF_FILE: Record<string, number> = { 'bare node:http': 0.75 };
/** The same for a page that only those with its link see. */
const MIN_TIMES_OF_SECRET: Record<string, number> = { 'bare node:http': 0.8 };

/** One turn of a server under load. */
interface Turn extends Measured {
  cpuSeconds: number;
}

/** Requests per second of processor time, over all turns: one that was cut short by other work counts for less. */
function perCpuSecond(turns: readonly Turn[]): number {
  const sum = (pick: (turn: Turn) => number) => turns.reduce((total, turn) => total + pick(turn), 0);
  return sum(({ requests }) => requests) / sum((turn) => turn.cpuSeconds);
}

/** Writes what our viewer answers: bare node:http writes the same, and the others serve the same files. */
async function keepAnswers({ port, path, host, cookie = '' }: Contestant, directory: string): Promise<void> {
  for (const encoding of ['identity', 'gzip']) {
    const answer = await ask(port, path, { headers: { host, 'accept-encoding': encoding, cookie } });
    const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = answer.headers;
    const list = Object.entries(headers).flatMap(([name, value]) => [name, String(value)]);
    await writeFile(join(directory, `headers-${encoding}.json`), JSON.stringify(list));
    const isGzip = encoding === 'gzip';
    await writeFile(join(directory, isGzip ? 'page.html.gz' : 'page.html'), answer.body);
    const text = isGzip ? gunzipSync(answer.body) : answer.body;
    if (!text.toString().includes('<title>bench</title>')) throw new Error('the viewer does not show the page');
  }
}

function report(bench: Bench, what: string, rounds: Map<string, Turn[]>, minTimes: Record<string, number>): void {
  const own = perCpuSecond(rounds.get('ours') ?? []);
  for (const [name, turns] of rounds) {
    const middle = (pick: (turn: Turn) => number) => median(turns.map(pick));
    const row = bench.row('server', `${what}: ${name}`).show({
      'per CPU s': perCpuSecond(turns),
      'requests/s': middle(({ perSecond }) => perSecond),
      'p50 ms': middle(({ p50Ms }) => p50Ms),
      'p99 ms': middle(({ p99Ms }) => p99Ms),
    });
    row.atLeast(minTimes[name] ?? 0, 'ours / this', own / perCpuSecond(turns));
  }
}

type Run = (one: Contestant, paths: string[], encoding: string) => Promise<Turn>;

async function compare(
  bench: Bench,
  what: string,
  contestants: Contestant[],
  { run, warmUp }: { run: Run; warmUp: Run },
  minTimes: Record<string, number>,
): Promise<void> {
  for (const encoding of ['gzip', 'identity']) {
    const rounds = new Map<string, Turn[]>(contestants.map(({ name }) => [name, []]));
    for (const one of contestants) await warmUp(one, [one.path], encoding);
    for (let round = 0; round < ROUNDS; round++) {
      for (const one of round % 2 === 0 ? contestants : contestants.toReversed()) {
        rounds.get(one.name)?.push(await run(one, [one.path], encoding));
      }
    }
    report(bench, `${what}, ${encoding}`, rounds, minTimes);
  }
}

async function runWith(seconds: number, pauseMs: number): Promise<Run> {
  const wrk = await findWrk(LOAD_CORE);
  return async ({ port, pid, host, cookie }, paths, encoding) => {
    const before = cpuSeconds(pid);
    const headers = { Host: host, 'accept-encoding': encoding, ...(cookie === undefined ? {} : { cookie }) };
    const measured = await wrk({ port, paths, headers, pauseMs, seconds });
    return { ...measured, cpuSeconds: cpuSeconds(pid) - before };
  };
}

/** Publishes a page of several files, one of which is as large as the pages. @returns the address of that file */
async function publishedFile({ descriptionFile, description, ownerUrls }: System): Promise<string> {
  const storageDirectory = join(dirname(descriptionFile), 'html');
  const rows = <Row>(text: string, parameters: unknown[] = []) =>
    query<Row & object>(ownerUrls.sites, text, parameters);
  const path = await publishTree({ rows, storageDirectory }, { 'index.html': '', 'page.html': pageOf(PAGE_BYTES) });
  return `http://${path}.pages.localhost:${new URL(description.pagesUrl).port}/page.html`;
}

/** Publishes a page that only those with its link see. @returns its address, and the cookie that its link gives */
async function publishedSecret({ description }: System) {
  const body = { html_content: pageOf(PAGE_BYTES), visibility: 'secret' };
  const answer = await sendJson(`${description.url}/functions/v1/create-site`, body);
  const { port, path, host } = targetOf((answer as { site: { url: string } }).site.url);
  const { headers } = await ask(port, path, { headers: { host } });
  const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return { port, path: '/', host, cookie };
}

await runBench('The viewer is within its limits.', (bench) =>
  withUnlimitedSystem(async (system) => {
    const { description, ownerUrls } = system;
    const published = await publishPages(description.url, Array<string>(PAGES).fill(pageOf(PAGE_BYTES)));
    const paths = published.map(({ path }) => `/share/${path}`);
    await untilStored(ownerUrls.sites);
    const pid = description.pids['sites-viewer'] ?? 0;
    execFileSync('taskset', ['-a', '-p', '-c', String(SERVER_CORE), String(pid)], { stdio: 'ignore' });
    const run = await runWith(SECONDS, PAUSE_MS);
    const runs = { run, warmUp: await runWith(WARM_UP_SECONDS, 0) };
    say(`${PAGES} pages of ${PAGE_BYTES / 1024} KB; ${CONNECTIONS} connections`);

    const directory = await temporaryDirectory('haru-bench-');
    const page: Contestant = { name: 'ours', ...targetOf(`${description.pagesUrl}${paths[0]}`), pid };
    await keepAnswers(page, directory.path);
    const peers = [
      await startPeer('bare node:http', 'bare', directory.path, SERVER_CORE),
      await startPeer('@fastify/static', 'fastify', directory.path, SERVER_CORE),
      await startNginx(directory.path, SERVER_CORE),
    ];
    await compare(bench, 'page', [page, ...peers], runs, MIN_TIMES);

    const ofFile = await temporaryDirectory('haru-bench-');
    const file: Contestant = { name: 'ours', ...targetOf(await publishedFile(system)), pid };
    await keepAnswers(file, ofFile.path);
    const bare = await startPeer('bare node:http', 'bare', ofFile.path, SERVER_CORE);
    await compare(bench, 'file', [file, bare], runs, MIN_TIMES_OF_FILE);

    const ofSecret = await temporaryDirectory('haru-bench-');
    const secret: Contestant = { name: 'ours', ...(await publishedSecret(system)), pid };
    await keepAnswers(secret, ofSecret.path);
    const besideSecret = await startPeer('bare node:http', 'bare', ofSecret.path, SERVER_CORE);
    await compare(bench, 'secret page', [secret, besideSecret], runs, MIN_TIMES_OF_SECRET);

    for (let round = 0; round < ROUNDS; round++) await run(page, paths, 'gzip');
    bench.row('memory', 'the viewer with a full cache').atMost(MAX_RESIDENT_MIB, 'MiB', residentMib(pid));
  }),
);
