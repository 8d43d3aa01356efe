/**
 * What readers notice while Postgres and Redis are silent together: pages in the viewer's memory, pages that only storage
 * has, and a page that was stopped before. BENCH_MINUTES says for how long (10).
 */
import { hash } from 'node:crypto';
import { waitFor } from '@haru/local-servers';
import type { System } from '../start/system.js';
import {
  bearer,
  publishPages,
  publishStatus,
  secondsUntil,
  sendJson,
  signIn,
  signUp,
  untilStored,
} from './harness/api.js';
import { type Bench, runBench, say, setting, withUnlimitedSystem } from './harness/bench.js';
import { whileFrozen } from './harness/processes.js';
import { type Answered, forSeconds, msOf, steadily, timesOf } from './harness/traffic.js';

const MINUTES = setting('BENCH_MINUTES', 10);
/** So many pages are in memory, and so many only in storage. */
const PAGES = setting('BENCH_PAGES', 1_000);
const READS_PER_SECOND = 100;
const MAX_P99_MS = 50;
const BACK_WITHIN_SECONDS = 5;

interface KnownPage {
  url: string;
  path: string;
  contentHash: string;
}
type Read = Omit<Answered, 'text'> & { isExact: boolean };

const sha256 = (content: string | Uint8Array): string => hash('sha256', content);

async function publish(url: string, headers: Record<string, string>, count: number): Promise<KnownPage[]> {
  const texts = Array.from({ length: count }, (_, n) => `<title>${n}</title><p>${`${n} の頁 `.repeat(100)}`);
  const pages = await publishPages(url, texts, headers);
  return pages.map((page, n) => ({ ...page, contentHash: sha256(texts[n] ?? '') }));
}

async function read({ url, contentHash }: KnownPage): Promise<Read> {
  const startedAt = performance.now();
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    const isExact = sha256(new Uint8Array(await answer.arrayBuffer())) === contentHash;
    return { status: answer.status, ms: performance.now() - startedAt, isExact };
  } catch {
    return { status: 0, ms: performance.now() - startedAt, isExact: false };
  }
}

/** Each page in turn, at a steady rate. */
async function readSteadily(pages: readonly KnownPage[], signal: AbortSignal): Promise<Read[]> {
  const reads = await steadily(READS_PER_SECOND, signal, async (index) => {
    const page = pages[index % pages.length];
    return page ? [await read(page)] : [];
  });
  return reads.flat();
}

async function stopPage(system: System['description'], page: KnownPage): Promise<void> {
  const { url, anonKey: apikey, adminEmail: email, adminPassword: password } = system;
  const headers = { apikey, ...bearer(await signIn(url, { email, password })) };
  await sendJson(`${url}/admin/v1/sites/${page.path}/stop`, { reason: '規約違反' }, headers);
  await waitFor(async () => (await read(page)).status === 451, { timeoutMs: 10_000, what: 'the page to be stopped' });
}

function report(bench: Bench, pages: string, reads: readonly Read[]): void {
  const wrong = reads.filter(({ status, isExact }) => status !== 200 || !isExact).length;
  bench
    .row('pages', pages)
    .show({ reads: reads.length })
    .none('failed or not exact', wrong)
    .show(timesOf(reads))
    .atMost(MAX_P99_MS, 'p99 ms', msOf(reads, 0.99));
}

await runBench('Every page was answered in time, and the stopped one stayed stopped.', (bench) =>
  withUnlimitedSystem(async ({ description }) => {
    const { url, anonKey: apikey, pids, databaseUrls } = description;
    const token = await signUp(url);
    say(`publishing ${2 * PAGES + 1} pages …`);
    const [stopped, ...others] = await publish(url, { apikey, ...bearer(token) }, 2 * PAGES + 1);
    if (!stopped) throw new Error('no page was published');
    await untilStored(databaseUrls.sites);
    const [hot, cold] = [others.slice(0, PAGES), others.slice(PAGES)];
    for (const page of [...hot, stopped]) await read(page);
    await stopPage(description, stopped);
    say(`Postgres and Redis are silent for ${MINUTES} minutes …`);
    await whileFrozen([pids['postgres'] ?? 0, pids['redis'] ?? 0], async () => {
      const end = forSeconds(MINUTES * 60);
      const [hotReads, coldReads] = await Promise.all([readSteadily(hot, end), readSteadily(cold, end)]);
      report(bench, 'hot', hotReads);
      // Only the first read of a page finds it outside the memory.
      report(bench, 'cold', coldReads.slice(0, PAGES));
      report(bench, 'cold, read before', coldReads.slice(PAGES));
      const { status } = await read(stopped);
      bench
        .row('page', 'stopped')
        .show({ status })
        .none('answered otherwise', Number(status !== 451));
    });
    const seconds = await secondsUntil('publishing', async () => (await publishStatus(url, token, 'a probe')) === 200);
    bench.row('afterwards', 'publishing').atMost(BACK_WITHIN_SECONDS, 'worked again after s', seconds);
  }),
);
