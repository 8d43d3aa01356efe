/** Resident memory of each process of a running system that has done some work and is idle again, against the limit. */
import { waitFor } from '@haru/local-servers';
import { fetchText, publishPages } from './harness/api.js';
import { runBench, withUnlimitedSystem } from './harness/bench.js';
import { residentMib } from './harness/processes.js';

const LIMIT_MIB = 200;
/** Memory has settled when no process changed by more than this within four seconds. */
const SETTLED_WITHIN_MIB = 1;
const PAGES = 50;

async function settle(pids: readonly number[]): Promise<void> {
  let before: number[] = [];
  const isSettled = (): boolean => {
    const now = pids.map((pid) => residentMib(pid));
    const changes = now.map((mib, index) => Math.abs(mib - (before[index] ?? Infinity)));
    before = now;
    return Math.max(...changes) <= SETTLED_WITHIN_MIB;
  };
  await waitFor(isSettled, { timeoutMs: 120_000, everyMs: 4_000, what: 'memory to settle' });
}

await runBench('Every idle process is within its limit.', (bench) =>
  withUnlimitedSystem(async ({ description }) => {
    // A process that has only just started looks smaller than it is: every code path runs once and makes some garbage.
    const texts = Array.from({ length: PAGES }, (_, n) => `<h1>${n}</h1>${'<p>長い文</p>'.repeat(500)}`);
    for (const { url } of await publishPages(description.url, texts)) await fetchText(url);
    // The start's own process is a tool, not part of the system.
    const { start: _start, ...pids } = description.pids;
    await settle(Object.values(pids));
    for (const [process, pid] of Object.entries(pids)) {
      bench.row('process', process).atMost(LIMIT_MIB, 'resident MiB', residentMib(pid));
    }
  }),
);
