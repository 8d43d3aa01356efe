/**
 * The viewer beside other servers of the same 20 KB page: each on one core, the load on another, by turns, so that
 * whatever else the machine does meets all of them. Then what pages cost that are not in memory.
 *
 * Servers are compared by requests per second of processor time. With a core to itself, as here, a server is at work
 * all the time and that is its requests per second; where the machine has other work too, it still says the same.
 *
 * Ours runs with the options that operators start it with. Bare node:http is Node as it comes: V8's own limits, the
 * server's own options; smaller young generations made no difference to it.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { temporaryDirectory } from '@haru/local-servers';
import { residentBytes } from '../../apps/sites-service/src/viewer/cache/ready-page.js';
import { ask, type Answer } from '../../apps/sites-service/test/http.js';
import { cpuSeconds, residentMb } from './viewer/cpu-time.js';
import { CONNECTIONS, findLoadGenerator, type Load, type Measured } from './viewer/load.js';
import { PublishedPages, pageOf } from './viewer/pages.js';
import { startNginx, startPeer, type Contestant } from './viewer/peers.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 2);
const PAGES = Number(process.env['BENCH_PAGES'] ?? 10_000);
const PAGE_BYTES = 20 * 1024;
const MIB = 1024 * 1024;
const CACHE_BYTES = 128 * MIB;
const MAX_RESIDENT_MB = 300;
const [SERVER_CORE, LOAD_CORE] = [0, 1];
/** Ours must have so many times the requests per second of each of these. */
const MIN_TIMES: Record<string, number> = { 'bare node:http': 0.9, nginx: 0.4, '@fastify/static': 4 };

/** One turn of a server under load. */
interface Turn extends Measured {
  /** Processor time; by the clock where the system does not tell. */
  cpuSeconds: number;
}

const table: Record<string, string | number>[] = [];
const faults: string[] = [];
const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Requests per second of processor time, over all turns: one that was cut short by other work counts for less. */
function perCpuSecond(turns: Turn[]): number {
  const sum = (pick: (turn: Turn) => number) => turns.reduce((total, turn) => total + pick(turn), 0);
  return sum(({ requests }) => requests) / sum((turn) => turn.cpuSeconds);
}

function note(what: string, turns: Turn[], more: Record<string, string> = {}): void {
  table.push({
    what,
    'per CPU s': Math.round(perCpuSecond(turns)),
    'requests/s': Math.round(median(turns.map(({ perSecond }) => perSecond))),
    'p50 ms': median(turns.map(({ p50Ms }) => p50Ms)).toFixed(2),
    'p99 ms': median(turns.map(({ p99Ms }) => p99Ms)).toFixed(2),
    ...more,
  });
}

/** Paths as visitors ask for them: the first page most, the n-th an n-th as often. */
function zipf(paths: readonly string[], count: number): string[] {
  const upTo: number[] = [];
  paths.reduce((sum, _, index) => (upTo[index] = sum + 1 / (index + 1)), 0);
  const total = upTo.at(-1) ?? 1;
  let seed = 7;
  return Array.from({ length: count }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    const wanted = (seed / 2_147_483_647) * total;
    let [low, high] = [0, upTo.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((upTo[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return paths[low] ?? '';
  });
}

const pages = await PublishedPages.start();
const directory = await temporaryDirectory('haru-bench-');
const contestants: Contestant[] = [];
try {
  const generator = await findLoadGenerator(LOAD_CORE, directory.path);
  const run = async ({ pid, ...load }: Omit<Load, 'seconds'> & { pid: number }): Promise<Turn> => {
    const before = cpuSeconds(pid) ?? 0;
    const measured = await generator.run({ ...load, seconds: SECONDS });
    const seconds = (cpuSeconds(pid) ?? 0) - before || measured.requests / measured.perSecond;
    return { ...measured, cpuSeconds: seconds };
  };
  console.log(`  ${PAGES} pages of ${PAGE_BYTES / 1024} KB; load from ${generator.name}, ${CONNECTIONS} connections`);
  await pages.publish(pageOf(PAGE_BYTES), PAGES);
  const ours = await pages.startViewer(CACHE_BYTES, SERVER_CORE);
  const path = pages.paths[0] ?? '';

  // What ours answers is what bare node:http writes, and the files that the others serve.
  for (const encoding of ['identity', 'gzip']) {
    const answer = await askPage(ours.port, path, encoding);
    const { date: _date, connection: _connection, 'keep-alive': _keepAlive, ...headers } = answer.headers;
    await writeFile(
      join(directory.path, `headers-${encoding}.json`),
      JSON.stringify(Object.entries(headers).flatMap(([name, value]) => [name, String(value)])),
    );
    const isGzip = encoding === 'gzip';
    await writeFile(join(directory.path, isGzip ? 'page.html.gz' : 'page.html'), answer.body);
    const text = isGzip ? gunzipSync(answer.body) : answer.body;
    if (!text.toString().includes('<title>bench</title>')) throw new Error('the viewer does not show the page');
  }
  contestants.push({ ...ours, name: 'ours', path, stop: async () => undefined });
  for (const kind of ['bare', 'fastify', 'express'] as const) {
    contestants.push(await startPeer(kind, directory.path, SERVER_CORE));
  }
  contestants.push(await startNginx(directory.path, directory.path, SERVER_CORE));

  for (const encoding of ['gzip', 'identity']) {
    const rounds = new Map<string, Turn[]>(contestants.map(({ name }) => [name, []]));
    for (let round = -1; round < ROUNDS; round++) {
      for (const { name, port, pid, path: own } of round % 2 === 0 ? contestants : contestants.toReversed()) {
        const measured = await run({ port, pid, paths: [own], headers: { 'accept-encoding': encoding } });
        // The first round warms all of them up.
        if (round >= 0) rounds.get(name)?.push(measured);
      }
    }
    const own = rounds.get('ours') ?? [];
    for (const [name, theirs] of rounds) {
      const times = perCpuSecond(own) / perCpuSecond(theirs);
      const least = MIN_TIMES[name];
      if (least !== undefined && times < least) {
        faults.push(`${encoding}: ours has ${times.toFixed(2)} of ${name}, at least ${least} is wanted`);
      }
      note(`${encoding}: ${name}`, theirs, {
        'ours / this': times.toFixed(2),
        'at least': least === undefined ? '' : String(least),
      });
    }
  }

  const several = async (load: Parameters<typeof run>[0]): Promise<Turn[]> => {
    const rounds: Turn[] = [];
    for (let round = 0; round < ROUNDS; round++) rounds.push(await run(load));
    return rounds;
  };
  const etag = (await askPage(ours.port, path, 'gzip')).headers.etag ?? '';
  note('304', await several({ ...ours, paths: [path], headers: { 'accept-encoding': 'gzip', 'if-none-match': etag } }));
  const unknown = Array.from({ length: 20_000 }, (_, index) => `/share/unknown-${index}`);
  note('unknown paths', await several({ ...ours, paths: unknown, isError: true }));

  // A tenth of the pages fit.
  const pageBytes = residentBytes(await bytesOfArtifact(ours.port, path));
  const small = await pages.startViewer(Math.max(8 * MIB, Math.ceil((PAGES / 10) * pageBytes)), SERVER_CORE);
  const gzip = { 'accept-encoding': 'gzip' };
  note(
    `Zipf over ${PAGES}, a tenth in memory`,
    await several({ ...small, paths: zipf(pages.paths, 50_000), headers: gzip }),
  );
  note('misses: one page after the other', await several({ ...small, paths: pages.paths, headers: gzip }));

  await several({ ...ours, paths: pages.paths, headers: gzip });
  const resident = residentMb(ours.pid);
  console.table(table);
  console.log(
    `resident with a full cache of ${CACHE_BYTES / MIB} MB: ${resident.toFixed(0)} MB, at most ${MAX_RESIDENT_MB}`,
  );
  if (resident > MAX_RESIDENT_MB) faults.push(`the viewer holds ${resident.toFixed(0)} MB`);
} finally {
  await Promise.all(contestants.map((contestant) => contestant.stop()));
  await pages.stop();
  await directory.remove();
}
for (const fault of faults) console.log(`FAILED: ${fault}`);
if (faults.length === 0) console.log('The viewer is within its limits.');
process.exit(faults.length > 0 ? 1 : 0);

async function bytesOfArtifact(port: number, path: string): Promise<number> {
  let bytes = 0;
  for (const encoding of ['identity', 'gzip', 'br']) {
    bytes += (await askPage(port, path, encoding)).body.length;
  }
  return bytes;
}

/** Under the host of pages, as the load is: the viewer shows them nowhere else. */
function askPage(port: number, path: string, encoding: string): Promise<Answer> {
  return ask(port, path, { headers: { host: `127.0.0.1:${port}`, 'accept-encoding': encoding } });
}
