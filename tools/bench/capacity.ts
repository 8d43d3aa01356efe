/** What a page and a request cost: the figures of docs/capacity.md. Nothing here has a limit. */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { query } from '@haru/testing';
import type { System } from '../start/system.js';
import { bearer, fetchText, publishPage, signUp, untilStored } from './harness/api.js';
import { type Bench, runBench, setting, withUnlimitedSystem } from './harness/bench.js';
import { cpuSeconds } from './harness/processes.js';
import { forEachOf } from './harness/traffic.js';

const PAGES = setting('BENCH_PAGES', 1_000);
const VIEWS = 5_000;
const IN_FLIGHT = 16;
const PAGE_BYTES = 10 * 1024;

/** A page of readable text, of which no other has the same. */
function pageOf(title: string): string {
  const words = Array.from({ length: PAGE_BYTES / 37 }, () => randomUUID());
  return `<!doctype html><title>${title}</title><p>${words.join(' ')}`.slice(0, PAGE_BYTES);
}

interface Counters {
  at: number;
  walBytes: number;
  walSyncs: number;
  databaseBytes: number;
  storageBytes: number;
  cpu: Map<string, number>;
}

async function readCounters({ description: { databaseUrls, pids }, descriptionFile }: System): Promise<Counters> {
  const storage = join(dirname(descriptionFile), 'html');
  const [row] = await query<{ wal: number; syncs: number; bytes: number }>(
    databaseUrls.sites,
    `SELECT (pg_current_wal_lsn() - '0/0')::float8 AS wal, pg_database_size(current_database())::float8 AS bytes,
       (SELECT sum(fsyncs)::float8 FROM pg_stat_io WHERE object = 'wal') AS syncs`,
  );
  const servers = execFileSync('ps', ['--ppid', String(pids['postgres']), '-o', 'pid='], { encoding: 'utf8' });
  const postgres = servers.trim().split('\n').map(Number);
  const cpu = new Map([
    ...['auth-service', 'sites-service', 'sites-viewer', 'gateway', 'redis'].map((name): [string, number] => [
      name,
      cpuSeconds(pids[name] ?? 0),
    ]),
    ['postgres', postgres.reduce((sum, pid) => sum + cpuSeconds(pid), 0)],
  ]);
  const { wal = 0, syncs = 0, bytes = 0 } = row ?? {};
  const storageBytes = Number(execFileSync('du', ['-s', '-B1', storage], { encoding: 'utf8' }).split('\t')[0]);
  return { at: performance.now(), walBytes: wal, walSyncs: syncs, databaseBytes: bytes, storageBytes, cpu };
}

async function measure(
  bench: Bench,
  system: System,
  { what, count }: { what: string; count: number },
  act: (index: number) => Promise<unknown>,
): Promise<void> {
  const before = await readCounters(system);
  await forEachOf([...Array(count).keys()], IN_FLIGHT, act);
  const seconds = (performance.now() - before.at) / 1_000;
  await untilStored(system.description.databaseUrls.sites);
  const after = await readCounters(system);
  const perRequest = (figure: Exclude<keyof Counters, 'cpu'>) => (after[figure] - before[figure]) / count;
  bench.row('each', what).show({
    'per s': count / seconds,
    'WAL bytes': perRequest('walBytes'),
    'WAL syncs': perRequest('walSyncs'),
    'database bytes': perRequest('databaseBytes'),
    'storage bytes': perRequest('storageBytes'),
  });
  const cpu = [...after.cpu].map(([name, used]): [string, number] => [
    name,
    ((used - (before.cpu.get(name) ?? 0)) * 1_000) / count,
  ]);
  bench.row('CPU ms of each', what).show(Object.fromEntries(cpu));
}

await runBench('The figures are for docs/capacity.md.', (bench) =>
  withUnlimitedSystem(
    async (system) => {
      const { url, databaseUrls } = system.description;
      const connections = `SELECT count(*)::int AS open FROM pg_stat_activity WHERE backend_type = 'client backend'`;
      const openNow = async () => (await query<{ open: number }>(databaseUrls.sites, connections))[0]?.open ?? 0;
      const idle = await openNow();
      const accounts = await Promise.all(Array.from({ length: IN_FLIGHT }, () => signUp(url)));
      const publish = (token: string) => publishPage(url, pageOf(randomUUID()), bearer(token));
      await Promise.all(accounts.map(publish));
      let busy = 0;
      const of = (index: number) => accounts[index % accounts.length] ?? '';
      await measure(bench, system, { what: 'publish by 16 accounts', count: PAGES }, async (index) => {
        await publish(of(index));
        if (index % 100 === 0) busy = Math.max(busy, await openNow());
      });
      await measure(bench, system, { what: 'publish by one account', count: PAGES }, () => publish(of(0)));
      const { url: page } = await publish(of(0));
      await measure(bench, system, { what: 'view of a known page', count: VIEWS }, () => fetchText(page));
      bench.row('connections to Postgres', 'idle').show({ open: idle });
      bench.row('connections to Postgres', 'while publishing').show({ open: busy });
    },
    { VIEWER_ORIGIN_PATTERN: '' },
  ),
);
