/**
 * What readers notice while Postgres and Redis are silent together: pages in the viewer's memory, pages that only storage
 * has, and a page that was stopped before. BENCH_MINUTES says for how long (10).
 */
import { hash } from 'node:crypto';
import { waitFor } from '@haru/local-servers';
import { Client } from 'pg';
import type { System } from '../start/system.js';
import { withTemporarySystem } from '../start/temporary-system.js';
import { whileFrozen } from './common/freeze.js';
import { postJson, publishPage, signUp } from './common/post-json.js';
import { percentile, type Answered } from './common/steady-requests.js';
import { publish } from './faults/publishing.js';
import { steadily } from './faults/steadily.js';

const MINUTES = Number(process.env['BENCH_MINUTES'] ?? 10);
/** Of each kind. */
const PAGES = 1_000;
const PUBLISHES_IN_FLIGHT = 8;
const READS_PER_SECOND = 100;
const MAX_P99_MS = 50;
const BACK_WITHIN_SECONDS = 5;

interface KnownPage {
  url: string;
  contentHash: string;
}
interface Read extends Answered {
  isExact: boolean;
}

const sha256 = (content: string | Uint8Array): string => hash('sha256', content);
const failures: string[] = [];

async function publishPages(url: string, headers: Record<string, string>, count: number): Promise<KnownPage[]> {
  const pages: KnownPage[] = [];
  const numbers = Array.from({ length: count }, (_, index) => index).values();
  const publishSome = async (): Promise<void> => {
    for (const number of numbers) {
      const html = `<title>${number}</title><p>${`${number} の頁 `.repeat(100)}`;
      const { url: address } = await publishPage(url, html, headers);
      pages.push({ url: address, contentHash: sha256(html) });
    }
  };
  await Promise.all(Array.from({ length: PUBLISHES_IN_FLIGHT }, publishSome));
  return pages;
}

/** Until storage has all that was published. */
async function untilStored(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const isStored = async (): Promise<boolean> => (await client.query('SELECT FROM outbox LIMIT 1')).rowCount === 0;
    await waitFor(isStored, { timeoutMs: 120_000, everyMs: 500, what: 'storage to have every page' });
  } finally {
    await client.end();
  }
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
  const reads: Read[] = [];
  await steadily(READS_PER_SECOND, signal, async (index) => {
    const page = pages[index % pages.length];
    if (page) reads[index] = await read(page);
  });
  return reads;
}

async function stopPage(system: System['description'], page: KnownPage): Promise<void> {
  const { url, anonKey: apikey, adminEmail: email, adminPassword: password } = system;
  const answer = await postJson(`${url}/auth/v1/token?grant_type=password`, { email, password });
  const { access_token: token } = answer as { access_token: string };
  const path = new URL(page.url).pathname.split('/').at(-1);
  const headers = { apikey, authorization: `Bearer ${token}` };
  await postJson(`${url}/admin/v1/sites/${path}/stop`, { reason: '規約違反' }, headers);
  await waitFor(async () => (await read(page)).status === 451, { timeoutMs: 10_000, what: 'the page to be stopped' });
}

function report(kind: string, reads: readonly Read[]): Record<string, string | number> {
  const p99 = percentile(reads, 0.99);
  const wrong = reads.filter(({ status, isExact }) => status !== 200 || !isExact).length;
  if (wrong > 0) failures.push(`${wrong} of ${reads.length} reads of ${kind} pages failed`);
  if (p99 > MAX_P99_MS) failures.push(`${kind} pages: p99 ${p99.toFixed(0)} ms of ${MAX_P99_MS}`);
  return {
    pages: kind,
    reads: reads.length,
    'failed or not exact': wrong,
    'p50 ms': percentile(reads, 0.5).toFixed(1),
    'p99 ms': p99.toFixed(1),
    'longest ms': percentile(reads, 1).toFixed(0),
  };
}

process.env['AUTH_RATE_LIMITS'] = '1000000';
process.env['PUBLISH_LIMITS'] = JSON.stringify({ temporaryLiveBytes: 1e12, registeredLiveBytes: 1e12 });
process.env['STORAGE_SOFT_LIMIT_BYTES'] = '0';

const table: Record<string, string | number>[] = [];
await withTemporarySystem(
  (line) => console.log(`  ${line}`),
  async ({ description }) => {
    const { url, anonKey: apikey, pids, databaseUrls } = description;
    const token = await signUp(url);
    console.log(`  publishing ${2 * PAGES + 1} pages …`);
    const pages = await publishPages(url, { apikey, authorization: `Bearer ${token}` }, 2 * PAGES + 1);
    await untilStored(databaseUrls.sites);
    const [stopped, ...others] = pages;
    if (!stopped) throw new Error('no page was published');
    const [hot, cold] = [others.slice(0, PAGES), others.slice(PAGES)];
    for (const page of hot) await read(page);
    await read(stopped);
    await stopPage(description, stopped);
    const servers = [pids['postgres'] ?? 0, pids['redis'] ?? 0];
    console.log(`  Postgres and Redis are silent for ${MINUTES} minutes …`);
    await whileFrozen(servers, async () => {
      const end = AbortSignal.timeout(MINUTES * 60_000);
      const [hotReads, coldReads] = await Promise.all([readSteadily(hot, end), readSteadily(cold, end)]);
      // Only the first read of a page finds it outside the memory.
      const [first, later] = [coldReads.slice(0, PAGES), coldReads.slice(PAGES)];
      table.push(report('hot', hotReads), report('cold', first), report('cold, read before', later));
      const { status } = await read(stopped);
      if (status !== 451) failures.push(`the stopped page answered ${status}`);
    });
    const startedAt = performance.now();
    const isBack = async (): Promise<boolean> => (await publish(url, token, 'a probe')) === 200;
    await waitFor(isBack, { timeoutMs: 120_000, everyMs: 100, what: 'publishing' });
    const seconds = (performance.now() - startedAt) / 1_000;
    console.log(`  publishing worked again after ${seconds.toFixed(1)} s`);
    if (seconds > BACK_WITHIN_SECONDS) failures.push(`publishing took ${seconds.toFixed(1)} s`);
  },
);
console.table(table);
for (const failure of failures) console.log(`FAILED: ${failure}`);
if (failures.length === 0) console.log('Every page was answered in time, and the stopped one stayed stopped.');
process.exit(failures.length > 0 ? 1 : 0);
