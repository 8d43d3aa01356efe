/** Resident memory of each process of a running system that has done some work and is idle again, against the limit. */
import { execFileSync } from 'node:child_process';
import { waitFor } from '@haru/local-servers';
import { withTemporarySystem } from '../start/temporary-system.js';

const LIMIT_MB = 200;
/** Settled: three looks in a row, two seconds apart, within this much of each other. */
const SETTLED_WITHIN_MB = 1;
const PAGES = 50;

type Usage = Record<string, number>;

/** Megabytes (2^20) resident, by process name. */
function measure(pids: Record<string, number>): Usage {
  const read = (pid: number): number =>
    Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, read(pid)]));
}

/** Every code path once and some garbage made: a process that has only just started looks smaller than it is. */
async function publishAndView(url: string): Promise<void> {
  for (let count = 0; count < PAGES; count++) {
    const response = await fetch(`${url}/functions/v1/create-site`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ html_content: `<h1>${count}</h1>${'<p>長い文</p>'.repeat(500)}` }),
    });
    // The rate limit has its say: by then enough has been done.
    if (response.status === 429) return;
    const body = (await response.json()) as { site?: { url: string } };
    if (!body.site) throw new Error(`create-site answered ${response.status}: ${JSON.stringify(body)}`);
    await (await fetch(body.site.url)).text();
  }
}

async function settle(pids: Record<string, number>): Promise<Usage> {
  const looks: Usage[] = [];
  const isSettled = (): boolean => {
    looks.push(measure(pids));
    const last = looks.slice(-3);
    const spread = (name: string): number => {
      const values = last.map((look) => look[name] ?? 0);
      return Math.max(...values) - Math.min(...values);
    };
    return last.length === 3 && Object.keys(pids).every((name) => spread(name) <= SETTLED_WITHIN_MB);
  };
  await waitFor(isSettled, { timeoutMs: 120_000, everyMs: 2_000, what: 'memory to settle' });
  return looks.at(-1) ?? {};
}

let isWithin = true;
await withTemporarySystem(
  (line) => console.log(`  ${line}`),
  async ({ description }) => {
    await publishAndView(description.url);
    // The start's own process is a tool, not part of the system.
    const { start: _start, ...pids } = description.pids;
    const usage = await settle(pids);
    console.log(`\n${'process'.padEnd(20)}${'resident MB'.padStart(12)}${'limit MB'.padStart(10)}`);
    for (const [name, megabytes] of Object.entries(usage)) {
      const isOver = megabytes > LIMIT_MB;
      if (isOver) isWithin = false;
      console.log(
        `${name.padEnd(20)}${megabytes.toFixed(0).padStart(12)}${String(LIMIT_MB).padStart(10)}${isOver ? '  OVER' : ''}`,
      );
    }
  },
);
console.log(
  isWithin ? '\nEvery idle process is within its limit.' : `\nA process holds more than ${LIMIT_MB} MB when idle.`,
);
process.exit(isWithin ? 0 : 1);
