/**
 * What other clients and the flooded process notice of floods: how long a light request takes, and resident memory.
 * BENCH_FLOODS says which floods by a part of their names (all).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { residentMib } from '../../apps/sites-service/test/pipelined-flood.js';
import { forkLoad } from './common/fork-load.js';
import { memoryLimitMib } from './common/memory-limit.js';
import { withTemporarySystem } from '../start/temporary-system.js';
import { casesOf, type FloodCase } from './floods/cases.js';
import type { FloodReport } from './floods/flood.js';
import {
  type Answered,
  askSteadily,
  type ConnectionKind,
  connectionKinds,
  failuresOf,
  percentile,
} from './common/steady-requests.js';

/** For each kind of connection. */
const PER_SECOND = 50;
const WARM_UP_SECONDS = 3;
const BEFORE_SECONDS = 6;
/** How long after the flood memory is still watched. */
const AFTER_SECONDS = 5;
/** The p99 of others during a flood may be so many times the one before. */
const MAX_TIMES = 2;
/**
 * A p99 below this counts as this. One collection of garbage, or one time slice that another process of this machine
 * gets, takes some ms: beside a p99 of 3 ms that is a large ratio which says nothing about the flood.
 */
const P99_FLOOR_MS = 20;
/**
 * What a process may grow by. Answering 2,000 requests a second leaves some tens of MiB to collect. Kept bodies would
 * be 40 × 6 MB, kept answers 20 × 150 MB; a cache that whitespace got past grew by 327 MiB.
 */
const MAX_GROWTH_MIB = 128;
const chosen = process.env['BENCH_FLOODS'] ?? '';

const table: Record<string, string | number>[] = [];
const faults: string[] = [];

function forSeconds(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000;
  return () => performance.now() >= end;
}

async function measure(one: FloodCase, pids: Record<string, number>): Promise<void> {
  const askAll = (isOver: () => boolean) =>
    Promise.all(connectionKinds.map((kind) => askSteadily(one.others, kind, one.perSecond ?? PER_SECOND, isOver)));
  await askAll(forSeconds(WARM_UP_SECONDS));
  const before = await askAll(forSeconds(BEFORE_SECONDS));
  const watched = one.processes.map((name) => {
    const pid = pids[name] ?? 0;
    return { name, pid, before: residentMib(pid), highest: residentMib(pid) };
  });
  const watch = setInterval(() => {
    for (const process of watched) process.highest = Math.max(process.highest, residentMib(process.pid));
  }, 50);
  let isOver = false;
  const flooding = await forkLoad<FloodReport>(new URL('floods/flood.ts', import.meta.url), one.flood);
  const [report, during] = await Promise.all([flooding.report.finally(() => (isOver = true)), askAll(() => isOver)]);
  await delay(AFTER_SECONDS * 1000);
  clearInterval(watch);
  const resident = watched.map(({ name, pid, before, highest }) => {
    const resident = memory(before, highest, residentMib(pid));
    if (highest - before > MAX_GROWTH_MIB) faults.push(`${one.what}: ${name} grew by more: ${resident}`);
    const limit = memoryLimitMib(name);
    if (highest > limit) faults.push(`${one.what}: ${name} took ${highest.toFixed(0)} MiB of ${limit}`);
    return `${name} ${resident}`;
  });
  const ends = Object.entries(report.outcomes);
  const met = ends.map(([outcome, count]) => `${outcome}: ${count}`).join(', ');
  if (ends.some(([outcome]) => !one.outcomes.includes(outcome))) faults.push(`${one.what}: the flood met ${met}`);
  for (const [index, kind] of connectionKinds.entries()) {
    const shared = { flood: one.what, seconds: report.seconds.toFixed(1), met, connections: kind };
    table.push({
      ...shared,
      ...compare(shared, before[index] ?? [], during[index] ?? []),
      'MiB before, highest, after': resident.join(', '),
    });
  }
}

/** The times before and during the flood, as columns; what is not within the limits is noted. */
function compare(
  { flood, connections }: { flood: string; connections: ConnectionKind },
  before: readonly Answered[],
  during: readonly Answered[],
): Record<string, string | number> {
  const [p99Before, p99During] = [percentile(before, 0.99), percentile(during, 0.99)];
  const p99 = `${p99Before.toFixed(1)} → ${p99During.toFixed(1)}`;
  const failed = failuresOf(before) + failuresOf(during);
  if (p99During > MAX_TIMES * Math.max(P99_FLOOR_MS, p99Before)) {
    faults.push(`${flood}, ${connections} connections: p99 ${p99} ms`);
  }
  if (failed > 0) faults.push(`${flood}, ${connections} connections: ${failed} requests of others failed`);
  return {
    asked: `${before.length} → ${during.length}`,
    failed,
    'p50 ms': `${percentile(before, 0.5).toFixed(1)} → ${percentile(during, 0.5).toFixed(1)}`,
    'p99 ms': p99,
    ratio: (p99During / p99Before).toFixed(2),
  };
}

/** Before, highest and after. */
function memory(before: number, highest: number, after: number): string {
  return [before, highest, after].map((value) => value.toFixed(0)).join(' ');
}

await withTemporarySystem(
  (line) => console.log(`  ${line}`),
  async ({ description }) => {
    for (const one of (await casesOf(description)).filter(({ what }) => what.includes(chosen))) {
      console.log(`  ${one.what} …`);
      await measure(one, description.pids);
    }
  },
);
console.table(table);
for (const fault of faults) console.log(`FAILED: ${fault}`);
if (faults.length === 0) {
  console.log(
    `Other clients' p99 stays within ${MAX_TIMES} × the one before (at least ${P99_FLOOR_MS} ms), memory within ${MAX_GROWTH_MIB} MiB more and the manifests' limits.`,
  );
}
process.exit(faults.length > 0 ? 1 : 0);
