/** Resident memory of each process of a running system that has done some work and is idle again, against the limit. */
import { waitFor } from '@haru/local-servers';
import { publishPage } from './harness/api.js';
import { runBench, withUnlimitedSystem } from './harness/bench.js';
import { residentMib } from './harness/processes.js';

const LIMIT_MIB = 200;
/** Memory has settled when three looks in a row, two seconds apart, are within this much of each other. */
const SETTLED_WITHIN_MIB = 1;
const PAGES = 50;

type Usage = Record<string, number>;

async function settle(pids: Record<string, number>): Promise<Usage> {
  const looks: Usage[] = [];
  const isSettled = (): boolean => {
    looks.push(Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, residentMib(pid)])));
    const last = looks.slice(-3);
    const spread = (name: string): number => {
      const values = last.map((look) => look[name] ?? 0);
      return Math.max(...values) - Math.min(...values);
    };
    return last.length === 3 && Object.keys(pids).every((name) => spread(name) <= SETTLED_WITHIN_MIB);
  };
  await waitFor(isSettled, { timeoutMs: 120_000, everyMs: 2_000, what: 'memory to settle' });
  return looks.at(-1) ?? {};
}

await runBench('Every idle process is within its limit.', (bench) =>
  withUnlimitedSystem(async ({ description }) => {
    // A process that has only just started looks smaller than it is: every code path runs once and makes some garbage.
    for (let count = 0; count < PAGES; count++) {
      const html = `<h1>${count}</h1>${'<p>長い文</p>'.repeat(500)}`;
      await (await fetch((await publishPage(description.url, html)).url)).text();
    }
    // The start's own process is a tool, not part of the system.
    const { start: _start, ...pids } = description.pids;
    for (const [process, resident] of Object.entries(await settle(pids))) {
      bench.row('process', process).atMost(LIMIT_MIB, 'resident MiB', resident).show({ 'limit MiB': LIMIT_MIB });
    }
  }),
);
