/**
 * What bursts of pages that take long to check do to the check of others: whether each phishing page of that time is refused
 * or behind the visitor's notice, how many ordinary pages are behind it and for how long, and what publishing takes.
 * BENCH_SECONDS says how long a burst lasts (15).
 */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { withTemporarySystem } from '../start/temporary-system.js';
import { type Answered, percentile } from './common/steady-requests.js';

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 15);
const ORDINARY_PER_SECOND = 4;
const PHISHING_PER_SECOND = 2;
/** So long may the notice of an ordinary page last, at the 95th percentile. */
const MAX_NOTICE_MS = 10_000;
const WATCHED_MS = 60_000;
const POLL_MS = 200;
const NOTICE = 'このページは確認中です';

const random = (length: number) => Array.from({ length }, () => Math.floor(Math.random() * 36).toString(36)).join('');
const filled = (bytes: number, part: () => string) => {
  const parts: string[] = [];
  for (let length = 0; length < bytes; length += parts.at(-1)?.length ?? 0) parts.push(part());
  return `<a href="/">x</a>${parts.join('')}`.slice(0, bytes);
};
/** Made once: the machine that makes them is the one that checks them. */
const bodyOf = (html: string) => Buffer.from(JSON.stringify({ html_content: html }));
const bursts = [
  { what: 'none', pages: 0, body: bodyOf('') },
  { what: '5 × 512 KiB of tokens', pages: 5, body: bodyOf(filled(524_288, () => `ghp_${random(36)} `)) },
  {
    what: '16 × 1 MiB of links',
    pages: 16,
    body: bodyOf(filled(1_048_000, () => `<p><a href="/${random(4)}">y</a></p>\n`)),
  },
];
/** Every fourth one is long. */
const ordinary = (number: number) => {
  const start = `<title>${random(6)}</title><form action="/a"><input name="q"></form>`;
  return bodyOf(number % 4 === 0 ? start + filled(150_000, () => '<p><a href="/b">y</a></p>') : start);
};
const phishing = () =>
  bodyOf(`<title>楽天カード ログイン</title><p>${random(6)}</p><form><input type="password"></form>`);

interface Published extends Answered {
  path: string | undefined;
}

const agent = new Agent({ keepAlive: true });

async function publish(port: number, from: string, body: Buffer): Promise<Published> {
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const target = { host: '127.0.0.1', port, method: 'POST', path: '/functions/v1/create-site', headers, agent };
  const startedAt = performance.now();
  const asked = request({ ...target, localAddress: from }).end(body);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const text = (await response.setEncoding('utf8').toArray()).join('');
  const path = /"path":"([^"]+)"/.exec(text)?.[1];
  return { status: response.statusCode ?? 0, ms: performance.now() - startedAt, path };
}

const pagesUrl = { origin: '' };
async function hasNotice(path: string): Promise<boolean> {
  const answer = await fetch(`${pagesUrl.origin}/share/${path}`);
  return (await answer.text()).includes(NOTICE);
}

/** @returns how long a page that was just published is behind the notice; 0 where it never is */
async function noticeMs({ path }: Published): Promise<number> {
  const startedAt = performance.now();
  if (path === undefined || !(await hasNotice(path))) return 0;
  while (performance.now() - startedAt < WATCHED_MS && (await hasNotice(path))) await delay(POLL_MS);
  return performance.now() - startedAt;
}

let network = 0;
async function steadily<T>(perSecond: number, isOver: () => boolean, one: (from: string) => Promise<T>): Promise<T[]> {
  const begin = performance.now();
  const all: Promise<T>[] = [];
  while (!isOver()) {
    all.push(one(`127.101.${network++ % 250}.1`));
    await delay(Math.max(0, begin + (all.length * 1000) / perSecond - performance.now()));
  }
  return Promise.all(all);
}

const table: Record<string, string | number>[] = [];
const faults: string[] = [];

async function measure({ what, pages, body }: (typeof bursts)[number], port: number): Promise<void> {
  const end = performance.now() + SECONDS * 1000;
  const isOver = () => performance.now() >= end;
  const statuses = new Map<number, number>();
  const flood = Array.from({ length: pages }, async () => {
    while (!isOver()) {
      const { status } = await publish(port, '127.0.0.9', body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 200) await delay(500);
    }
  });
  const [others, attacks] = await Promise.all([
    steadily(ORDINARY_PER_SECOND, isOver, async (from) => {
      const published = await publish(port, from, ordinary(network));
      return { ...published, noticeMs: await noticeMs(published) };
    }),
    steadily(PHISHING_PER_SECOND, isOver, async (from) => {
      const { status, path } = await publish(port, from, phishing());
      return status === 422 ? 'refused' : path !== undefined && (await hasNotice(path)) ? 'notice' : 'unmarked';
    }),
    ...flood,
  ]);
  const count = (end: string) => attacks.filter((one) => one === end).length;
  const behind = others.filter((one) => one.noticeMs > 0).map((one) => ({ status: 200, ms: one.noticeMs }));
  // Long pages may be asked to come again later.
  const refusedLater = others.filter(({ status }) => status === 503).length;
  const failed = others.filter(({ status }) => status !== 200 && status !== 503).length;
  if (refusedLater > others.length / 4) faults.push(`${what}: ${refusedLater} ordinary pages were answered 503`);
  if (count('unmarked') > 0) faults.push(`${what}: ${count('unmarked')} phishing pages were shown unmarked`);
  if (failed > 0) faults.push(`${what}: ${failed} ordinary pages were not published`);
  if (percentile(behind, 0.95) > MAX_NOTICE_MS) faults.push(`${what}: notices lasted for too long`);
  table.push({
    burst: what,
    answers: [...statuses].map(([status, times]) => `${status}: ${times}`).join(', '),
    'phishing refused, notice, unmarked': `${count('refused')} ${count('notice')} ${count('unmarked')}`,
    ordinary: others.length,
    'answered 503': refusedLater,
    failed,
    'behind the notice': behind.length,
    'for p50, p95 s': [0.5, 0.95].map((share) => (percentile(behind, share) / 1000).toFixed(1)).join(' '),
    'publish p50, p99 ms': [0.5, 0.99].map((share) => percentile(others, share).toFixed(0)).join(' '),
  });
}

// The limits per client and account would refuse what is to be measured.
process.env['AUTH_RATE_LIMITS'] = '1000000';
process.env['PUBLISH_LIMITS'] = JSON.stringify({ temporaryLiveBytes: 1e12, registeredLiveBytes: 1e12 });
process.env['STORAGE_SOFT_LIMIT_BYTES'] = '0';

await withTemporarySystem(
  (line) => console.log(`  ${line}`),
  async ({ description }) => {
    const port = Number(new URL(description.url).port);
    pagesUrl.origin = description.pagesUrl;
    for (const one of bursts) {
      console.log(`  ${one.what} …`);
      await measure(one, port);
    }
  },
);
console.table(table);
for (const fault of faults) console.log(`FAILED: ${fault}`);
if (faults.length === 0)
  console.log('No phishing page is shown unmarked, and the notices of ordinary pages end in time.');
process.exit(faults.length > 0 ? 1 : 0);
