/**
 * Whether a process grows under mixed traffic: resident memory at a third of the time, when caches and the lists of
 * finished jobs are full, and at the end. BENCH_MINUTES says for how long; 30 when left out, and only then do the figures say much.
 */
import { setInterval as every } from 'node:timers/promises';
import { residentMib } from '../../apps/sites-service/test/pipelined-flood.js';
import { withTemporarySystem } from '../start/temporary-system.js';
import { MixedTraffic } from './soak/mixed-traffic.js';

const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 30);
const SAMPLE_EVERY_MS = Math.min(10_000, MINUTES * 1_000);
const MAX_GROWTH = 0.05;
/** The median of so many neighbouring samples: garbage that waits to be collected makes single ones differ. */
const SMOOTHED_OVER = 7;

type Samples = Record<string, number[]>;

async function sample(pids: Record<string, number>, samples: Samples, signal: AbortSignal): Promise<void> {
  for await (const _ of every(SAMPLE_EVERY_MS)) {
    if (signal.aborted) return;
    for (const [name, pid] of Object.entries(pids)) (samples[name] ??= []).push(residentMib(pid));
  }
}

function around(values: readonly number[], at: number): number {
  const from = Math.max(0, Math.min(Math.round(at) - (SMOOTHED_OVER >> 1), values.length - SMOOTHED_OVER));
  const near = values.slice(from, from + SMOOTHED_OVER).toSorted((a, b) => a - b);
  return near[near.length >> 1] ?? 0;
}

const samples: Samples = {};
let traffic: MixedTraffic | undefined;
// The limits per client and account are not what is measured.
process.env['AUTH_RATE_LIMITS'] = '1000000';
process.env['PUBLISH_LIMITS'] = JSON.stringify({ temporaryLiveBytes: 1e12, registeredLiveBytes: 1e12 });
process.env['STORAGE_SOFT_LIMIT_BYTES'] = '0';
// Full within five minutes, so that what grows later is not the cache.
process.env['VIEWER_CACHE_BYTES'] = String(16 * 1024 * 1024);

await withTemporarySystem(
  (line) => console.log(`  ${line}`),
  async ({ description }) => {
    traffic = await MixedTraffic.prepare(description);
    const end = AbortSignal.timeout(MINUTES * 60_000);
    console.log(`  ${MINUTES} minutes of mixed traffic …`);
    // The start's own process is a tool, not part of the system.
    const { start: _start, ...pids } = description.pids;
    await Promise.all([traffic.send(end), sample(pids, samples, end)]);
  },
);

const faults: string[] = [];
const table = Object.entries(samples).map(([name, values]) => {
  const [early, late] = [around(values, values.length / 3), around(values, values.length - 1)];
  const growth = late / early - 1;
  if (growth > MAX_GROWTH) faults.push(`${name} grew by ${(growth * 100).toFixed(1)} %`);
  return {
    process: name,
    'MiB at a third': early.toFixed(0),
    'MiB at the end': late.toFixed(0),
    'MiB at most': Math.max(...values).toFixed(0),
    'growth %': (growth * 100).toFixed(1),
  };
});
console.table(table);
console.table(traffic?.requests);
for (const [reason, count] of Object.entries(traffic?.failures ?? {})) faults.push(`${count} × ${reason}`);
for (const fault of faults) console.log(`FAILED: ${fault}`);
if (faults.length === 0) console.log(`No process grew by more than ${MAX_GROWTH * 100} %, and no request failed.`);
process.exit(faults.length > 0 ? 1 : 0);
