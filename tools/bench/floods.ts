/**
 * What other clients and the flooded process notice of floods: how long a light request takes, and resident memory.
 * BENCH_FLOODS says which floods by a part of their names (all).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type FloodCase, floodCasesOf, READERS_P99_FLOOR_MS } from './floods/flood-cases.js';
import { type Bench, isChosen, runBench, say, setting, withSystem } from './harness/bench.js';
import { startLoad, watchMemory } from './harness/processes.js';
import { ask, connectionKinds, failuresOf, forSeconds, msOf, steadily, until } from './harness/traffic.js';

/** Others ask so often over each kind of connection. */
const PER_SECOND = 50;
const WARM_UP_SECONDS = setting('BENCH_SECONDS', 3);
const BEFORE_SECONDS = setting('BENCH_SECONDS', 6);
/** How long after the flood memory is still watched. */
const AFTER_SECONDS = setting('BENCH_SECONDS', 5);
/** The p99 of others during a flood may be so many times the one before. */
const MAX_TIMES = 2;
/**
 * A p99 below this counts as this. One collection of garbage, or one time slice that another process of this machine
 * gets, takes some ms: beside a p99 of 3 ms that is a large ratio which says nothing about the flood.
 */
const P99_FLOOR_MS = 20;
/**
 * A process may grow by so much. Answering 2,000 requests a second leaves some tens of MiB to collect. Kept bodies would
 * be 40 × 6 MB, kept answers 20 × 150 MB; a cache that whitespace got past grew by 327 MiB.
 */
const MAX_GROWTH_MIB = 128;

async function measure(bench: Bench, one: FloodCase, pids: Record<string, number>): Promise<void> {
  const askAll = (signal: AbortSignal) =>
    Promise.all(
      connectionKinds.map((kind) => steadily(one.others.perSecond ?? PER_SECOND, signal, () => ask(one.others, kind))),
    );
  await askAll(forSeconds(WARM_UP_SECONDS));
  const before = await askAll(forSeconds(BEFORE_SECONDS));
  const endMemory = watchMemory(one.processes, pids);
  const flooding = await startLoad(one.flood);
  const [report, during] = await Promise.all([flooding.report, askAll(until(flooding.report))]);
  await delay(AFTER_SECONDS * 1000);
  const ends = Object.entries(report.answers);
  const met = ends.map(([end, { count }]) => `${end}: ${count}`).join(', ');
  const row = bench.row('flood', one.what).show({ met, skipped: report.skipped });
  row.none('other outcomes', ends.filter(([end]) => !one.outcomes.includes(end)).length);
  endMemory(bench, one.what, MAX_GROWTH_MIB);
  for (const [index, connections] of connectionKinds.entries()) {
    const [earlier, later] = [before[index] ?? [], during[index] ?? []];
    const p99Before = msOf(earlier, 0.99);
    bench
      .row('others', `${one.what}, ${connections} connections`)
      .show({ asked: `${earlier.length} → ${later.length}` })
      .none('failed', failuresOf([...earlier, ...later]))
      .show({ 'p50 ms before': msOf(earlier, 0.5), during: msOf(later, 0.5), 'p99 ms before': p99Before })
      .atMost(MAX_TIMES * Math.max(one.p99FloorMs ?? P99_FLOOR_MS, p99Before), 'p99 ms during', msOf(later, 0.99))
      .show({ ratio: msOf(later, 0.99) / p99Before });
  }
}

const limits = `${MAX_TIMES} × the one before (at least ${P99_FLOOR_MS} ms, ${READERS_P99_FLOOR_MS} beside readers), memory within ${MAX_GROWTH_MIB} MiB more`;
/** The manifests' limits are those of single processes. */
const SEPARATE = { SEPARATE_PROCESSES: '1' };

await runBench(`Other clients' p99 stays within ${limits} and the manifests' limits.`, (bench) =>
  withSystem(async ({ description }) => {
    for (const one of (await floodCasesOf(description)).filter(({ what }) => isChosen('BENCH_FLOODS', what))) {
      say(`${one.what} …`);
      await measure(bench, one, description.pids);
    }
  }, SEPARATE),
);
