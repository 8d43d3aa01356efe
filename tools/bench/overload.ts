/**
 * What share links and the system notice of three times the load that it can serve: small publishes, large publishes,
 * sign-ins. Everything runs on this machine, the load too: it has the priority of the system, or it would be kept from
 * offering more than is served. BENCH_SECONDS says for how long (20), BENCH_LOADS which loads by a part of their names (all).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@haru/local-servers';
import type { System } from '../start/system.js';
import { bearer, makeAccounts, publishPage, signUp } from './harness/api.js';
import { type Bench, isChosen, runBench, say, setting, withUnlimitedSystem } from './harness/bench.js';
import type { Load } from './harness/load.js';
import { startLoad, watchMemory } from './harness/processes.js';
import { ask, failuresOf, type LightRequest, msOf, steadily, targetOf, until } from './harness/traffic.js';

const SECONDS = setting('BENCH_SECONDS', 20);
const WARM_UP_SECONDS = 2;
const CAPACITY_SECONDS = 4;
const OVERLOAD_TIMES = 3;
/** Less than so many times the capacity is not the load that was meant: the machine had no time for the clients. */
const MIN_OFFERED_TIMES = 2.5;
const READS_PER_SECOND = 200;
/** Each of these takes the gateway and a service more time than the viewer. */
const READS_THROUGH_GATEWAY_PER_SECOND = 50;
const MAX_READ_P99_MS = 100;
const MIN_GOODPUT = 0.9;
const MAX_REFUSAL_MS = 200;
const RECOVERY_SECONDS = 3;
const ACCOUNTS = 20;
const MAX_UNANSWERED = 768;
/** A single client may not have so many connections. */
const CLIENTS = Array.from({ length: 8 }, (_, n) => `127.0.0.${n + 2}`);
/** Only those of which a manifest says how much memory they may take. */
const watched = ['gateway', 'auth-service', 'sites-service', 'sites-viewer'];

interface Case {
  what: string;
  concurrency: number;
  /** Others read this meanwhile. */
  page: LightRequest & { perSecond: number };
  load: Pick<Load, 'path' | 'headers' | 'bodies'>;
}

async function casesOf(system: System['description']): Promise<Case[]> {
  const { path } = await publishPage(system.url, '<h1>bench</h1>');
  const page = { ...targetOf(`${system.pagesUrl}/share/${path}`), perSecond: READS_PER_SECOND };
  // Sign-ins hold up neither the viewer nor the way through the gateway.
  const served = targetOf(`${system.url}/functions/v1/serve-site?path=${path}`);
  const throughGateway = { ...served, perSecond: READS_THROUGH_GATEWAY_PER_SECOND };
  await waitFor(async () => (await ask(page)).status === 200, { timeoutMs: 20_000, what: page.path });
  const accounts = await makeAccounts(system, ACCOUNTS);
  const publishing = { path: '/functions/v1/create-site', headers: bearer(await signUp(system.url)) };
  const pages = (bytes: number) =>
    Array.from({ length: 8 }, (_, index) => JSON.stringify({ html_content: `<h1>${index}</h1>${'x'.repeat(bytes)}` }));
  const signIns = { path: '/auth/v1/token?grant_type=password', bodies: accounts.map((one) => JSON.stringify(one)) };
  return [
    { what: 'publishes of 1 KB', concurrency: 16, page, load: { ...publishing, bodies: pages(1_000) } },
    { what: 'publishes of 1 MB', concurrency: 4, page, load: { ...publishing, bodies: pages(1_000_000) } },
    { what: 'sign-ins', concurrency: 4, page, load: signIns },
    { what: 'sign-ins, read through the gateway', concurrency: 4, page: throughGateway, load: signIns },
  ];
}

async function measure(bench: Bench, one: Case, system: System['description']): Promise<void> {
  const { what, concurrency, page } = one;
  const target = { ...one.load, from: CLIENTS, port: Number(new URL(system.url).port) };
  const perSecond = async (seconds: number): Promise<number> => {
    const alone = await startLoad({ ...target, seconds, concurrency });
    return ((await alone.report).answers['200']?.count ?? 0) / seconds;
  };
  // Code that has not run yet is slow, and would count as capacity that is not there.
  await perSecond(WARM_UP_SECONDS);
  const capacity = await perSecond(CAPACITY_SECONDS);

  const row = bench.row('load', what).show({ 'capacity/s': capacity });
  const endMemory = watchMemory(watched, system.pids);
  const load = { ...target, seconds: SECONDS, concurrency: MAX_UNANSWERED, perSecond: OVERLOAD_TIMES * capacity };
  const { report } = await startLoad(load);
  const [{ answers, skipped }, reads] = await Promise.all([
    report,
    steadily(page.perSecond, until(report), () => ask(page, 'kept')),
  ]);
  endMemory(bench, what);
  await delay(RECOVERY_SECONDS * 1000);
  const recovered = (await perSecond(CAPACITY_SECONDS)) / capacity;

  const goodput = (answers['200']?.count ?? 0) / SECONDS / capacity;
  const answered = Object.values(answers).reduce((sum, { count }) => sum + count, 0);
  const offered = (answered + skipped) / SECONDS / capacity;
  const others = Object.keys(answers).filter((end) => end !== '200' && end !== '503');
  row
    .show({
      answers: Object.entries(answers)
        .map(([end, { count }]) => `${end}: ${count}`)
        .join(', '),
      skipped,
    })
    .none('other answers', others.length)
    .atLeast(MIN_OFFERED_TIMES, 'offered ×', offered)
    .atLeast(MIN_GOODPUT, 'goodput', goodput)
    .show({ 'p50 ms of 200': answers['200']?.p50Ms ?? 0, 'p99 ms of 200': answers['200']?.p99Ms ?? 0 })
    .atMost(MAX_REFUSAL_MS, 'p99 ms of 503', answers['503']?.p99Ms ?? 0)
    .show({ 'reads p50 ms': msOf(reads, 0.5) })
    .atMost(MAX_READ_P99_MS, 'reads p99 ms', msOf(reads, 0.99))
    .none('reads failed', failuresOf(reads))
    .atLeast(MIN_GOODPUT, `capacity ${RECOVERY_SECONDS} s later`, recovered);
}

/** The manifests' limits are those of single processes. */
const SEPARATE = { SEPARATE_PROCESSES: '1' };

await runBench('Share reads, goodput, refusals and memory are within their limits.', (bench) =>
  withUnlimitedSystem(async ({ description }) => {
    for (const one of (await casesOf(description)).filter(({ what }) => isChosen('BENCH_LOADS', what))) {
      say(`${one.what} …`);
      await measure(bench, one, description);
    }
  }, SEPARATE),
);
