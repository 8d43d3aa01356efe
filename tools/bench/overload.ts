/**
 * What share links and the system notice of three times the load that it can serve: small publishes, large publishes,
 * sign-ins. Everything runs on this machine, the load too: it has the priority of the system, or it would be kept from
 * offering more than is served. BENCH_SECONDS says for how long (20), BENCH_LOADS which loads by a part of their names (all).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@haru/local-servers';
import { residentMib } from '../../apps/sites-service/test/pipelined-flood.js';
import type { System } from '../start/system.js';
import { withTemporarySystem } from '../start/temporary-system.js';
import { ask, askSteadily, failuresOf, percentile } from './common/steady-requests.js';
import type { Load, LoadReport } from './overload/load.js';
import { makeAccounts } from './common/accounts.js';
import { forkLoad } from './common/fork-load.js';
import { memoryLimitMib } from './common/memory-limit.js';
import { publishPage, signUp } from './common/post-json.js';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 20);
const WARM_UP_SECONDS = 2;
const CAPACITY_SECONDS = 4;
const OVERLOAD_TIMES = 3;
/** Less than so many times the capacity is not the load that was meant: the machine had no time for the clients. */
const MIN_OFFERED_TIMES = 2.5;
const READS_PER_SECOND = 200;
const MAX_READ_P99_MS = 100;
const MIN_GOODPUT = 0.9;
const MAX_REFUSAL_MS = 200;
const RECOVERY_SECONDS = 3;
const ACCOUNTS = 20;
/** Only those of which a manifest says how much memory they may take. */
const watched = ['gateway', 'auth-service', 'sites-service', 'sites-viewer'] as const;

interface Case {
  what: string;
  concurrency: number;
  load: Pick<Load, 'path' | 'headers' | 'bodies'>;
}

const chosen = process.env['BENCH_LOADS'] ?? '';

const table: Record<string, string | number>[] = [];
const faults: string[] = [];

async function casesOf(system: System['description']): Promise<Case[]> {
  const accounts = await makeAccounts(system, ACCOUNTS);
  const publishing = {
    path: '/functions/v1/create-site',
    headers: { authorization: `Bearer ${await signUp(system.url)}` },
  };
  const pages = (bytes: number) =>
    Array.from({ length: 8 }, (_, index) => JSON.stringify({ html_content: `<h1>${index}</h1>${'x'.repeat(bytes)}` }));
  return [
    { what: 'publishes of 1 KB', concurrency: 16, load: { ...publishing, bodies: pages(1_000) } },
    { what: 'publishes of 1 MB', concurrency: 4, load: { ...publishing, bodies: pages(1_000_000) } },
    {
      what: 'sign-ins',
      concurrency: 4,
      load: {
        path: '/auth/v1/token?grant_type=password',
        headers: {},
        bodies: accounts.map((account) => JSON.stringify(account)),
      },
    },
  ];
}

const startLoad = (load: Load) => forkLoad<LoadReport>(new URL('overload/load.ts', import.meta.url), load);

function watchMemory(pids: Record<string, number>): () => string {
  const highest = new Map<string, number>();
  const timer = setInterval(() => {
    for (const name of watched) highest.set(name, Math.max(highest.get(name) ?? 0, residentMib(pids[name] ?? 0)));
  }, 100);
  return () => {
    clearInterval(timer);
    for (const [name, mebibytes] of highest) {
      const limit = memoryLimitMib(name);
      if (mebibytes > limit) faults.push(`${name} took ${mebibytes.toFixed(0)} MiB of ${limit}`);
    }
    return [...highest.values()].map((mebibytes) => mebibytes.toFixed(0)).join(' ');
  };
}

async function measure({ what, concurrency, load }: Case, system: System['description'], page: string): Promise<void> {
  const target = { ...load, port: Number(new URL(system.url).port) };
  const pages = { port: Number(new URL(system.pagesUrl).port), host: new URL(system.pagesUrl).host, path: page };
  const perSecond = async (seconds: number): Promise<number> => {
    const alone = await startLoad({ ...target, seconds, pace: { concurrency } });
    return ((await alone.report).answers['200']?.count ?? 0) / seconds;
  };
  // Code that has not run yet is slow, and would count as capacity that is not there.
  await perSecond(WARM_UP_SECONDS);
  const capacity = await perSecond(CAPACITY_SECONDS);

  const endMemory = watchMemory(system.pids);
  let isOver = false;
  const over = await startLoad({ ...target, seconds: SECONDS, pace: { perSecond: OVERLOAD_TIMES * capacity } });
  const [{ answers, skipped }, reads] = await Promise.all([
    over.report.finally(() => (isOver = true)),
    askSteadily(pages, 'kept', READS_PER_SECOND, () => isOver),
  ]);
  const memory = endMemory();
  await delay(RECOVERY_SECONDS * 1000);
  const recovered = (await perSecond(CAPACITY_SECONDS)) / capacity;

  const goodput = (answers['200']?.count ?? 0) / SECONDS / capacity;
  const answered = Object.values(answers).reduce((sum, { count }) => sum + count, 0);
  const offered = (answered + skipped) / SECONDS / capacity;
  const refusalMs = answers['503']?.p99Ms ?? 0;
  const readP99 = percentile(reads, 0.99);
  const others = Object.keys(answers).filter((status) => status !== '200' && status !== '503');
  const check = (isFault: boolean, text: string) => isFault && faults.push(`${what}: ${text}`);
  check(readP99 > MAX_READ_P99_MS, `share reads' p99 ${readP99.toFixed(0)} ms`);
  check(failuresOf(reads) > 0, `${failuresOf(reads)} share reads failed`);
  check(offered < MIN_OFFERED_TIMES, `the load was only ${offered.toFixed(1)} × the capacity`);
  check(goodput < MIN_GOODPUT, `goodput ${goodput.toFixed(2)} of the capacity`);
  check(refusalMs > MAX_REFUSAL_MS, `refusals took ${refusalMs.toFixed(0)} ms`);
  check(others.length > 0, `answered ${others.join(', ')}`);
  check(recovered < MIN_GOODPUT, `${recovered.toFixed(2)} of the capacity ${RECOVERY_SECONDS} s later`);
  table.push({
    load: what,
    'capacity/s': capacity.toFixed(0),
    answers: Object.entries(answers)
      .map(([status, { count }]) => `${status}: ${count}`)
      .join(', '),
    skipped,
    'offered ×': offered.toFixed(1),
    goodput: goodput.toFixed(2),
    'p50, p99 ms of 200': `${answers['200']?.p50Ms.toFixed(0)} ${answers['200']?.p99Ms.toFixed(0)}`,
    'p99 ms of 503': refusalMs.toFixed(0),
    'reads p50, p99 ms': `${percentile(reads, 0.5).toFixed(1)} ${readP99.toFixed(1)}`,
    'reads failed': failuresOf(reads),
    [`MiB of ${watched.join(', ')}`]: memory,
    'capacity after': recovered.toFixed(2),
  });
}

// The limits per client and account would refuse what is to be measured.
process.env['AUTH_RATE_LIMITS'] = '1000000';
process.env['PUBLISH_LIMITS'] = JSON.stringify({ temporaryLiveBytes: 1e12, registeredLiveBytes: 1e12 });
process.env['STORAGE_SOFT_LIMIT_BYTES'] = '0';

await withTemporarySystem(
  (line) => console.log(`  ${line}`),
  async ({ description }) => {
    const { path } = await publishPage(description.url, '<h1>bench</h1>');
    const page = `/share/${path}`;
    const { port, host } = new URL(description.pagesUrl);
    await waitFor(async () => (await ask({ port: Number(port), host, path: page })).status === 200, {
      timeoutMs: 20_000,
      what: page,
    });
    const cases = await casesOf(description);
    for (const one of cases.filter(({ what }) => what.includes(chosen))) {
      console.log(`  ${one.what} …`);
      await measure(one, description, page);
    }
  },
);
console.table(table);
for (const fault of faults) console.log(`FAILED: ${fault}`);
if (faults.length === 0) console.log('Share reads, goodput, refusals and memory are within their limits.');
process.exit(faults.length > 0 ? 1 : 0);
