/**
 * What bursts of pages that take long to check do to the check of others: whether each phishing page of that time is refused
 * or behind the visitor's notice, how many ordinary pages are behind it and for how long, and what publishing takes.
 * BENCH_SECONDS says how long a burst lasts (15).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Bench, runBench, say, setting, withUnlimitedSystem } from './harness/bench.js';
import { type Answered, ask, forEachOf, forSeconds, msOf, steadily, targetOf } from './harness/traffic.js';

const SECONDS = setting('BENCH_SECONDS', 15);
const ORDINARY_PER_SECOND = 4;
const PHISHING_PER_SECOND = 2;
/** Pages with more characters than this may be asked to come again later: a quarter of all ordinary pages are that long. */
const LONG_CHARACTERS = 65_536;
/** So long may the notice of an ordinary page last, at the 95th percentile. */
const MAX_NOTICE_MS = 10_000;
const WATCHED_MS = 60_000;
const POLL_MS = 200;
const NOTICE = 'このページは確認中です';

const random = (length: number) => Array.from({ length }, () => Math.floor(Math.random() * 36).toString(36)).join('');
const filled = (bytes: number, part: () => string) => {
  const parts: string[] = [];
  for (let length = 0; length < bytes; length += parts.at(-1)?.length ?? 0) parts.push(part());
  return `<form></form>${parts.join('')}`.slice(0, bytes);
};
const bodyOf = (html: string) => JSON.stringify({ html_content: html });
const tokens = () => filled(524_288, () => `ghp_${random(36)} `);
const links = () => filled(1_048_000, () => `<p><a href="/${random(4)}">y</a></p>\n`);
/** Their bodies are made once: the machine that makes them is the one that checks them. */
const bursts = [
  { what: 'none', pages: 0, body: bodyOf('') },
  { what: '5 × 512 KiB of tokens', pages: 5, body: bodyOf(tokens()) },
  { what: '16 × 1 MiB of links', pages: 16, body: bodyOf(links()) },
];
/** Every fourth one is long. */
const ordinary = (number: number) => {
  const start = `<title>${random(6)}</title><form action="/a"><input name="q"></form>`;
  return number % 4 === 0 ? start + filled(150_000, () => '<p><a href="/b">y</a></p>') : start;
};
const phishing = () => `<title>楽天カード ログイン</title><p>${random(6)}</p><form><input type="password"></form>`;

/** @param from the address that the page comes from */
async function publish(url: string, from: string, json: string): Promise<Answered & { path: string | undefined }> {
  const target = targetOf(`${url}/functions/v1/create-site`);
  const answered = await ask({ ...target, from: [from], json, timeoutMs: WATCHED_MS }, 'kept');
  return { ...answered, path: /"path":"([^"]+)"/.exec(answered.text ?? '')?.[1] };
}

let network = 0;
/** Others come from one network after the other. */
const nextAddress = (): string => `127.101.${network++ % 250}.1`;

async function measure(bench: Bench, burst: (typeof bursts)[number], url: string, pages: string): Promise<void> {
  const hasNotice = async (path: string) => (await (await fetch(`${pages}/share/${path}`)).text()).includes(NOTICE);
  /** @returns how long a page that was just published is behind the notice; 0 where it never is */
  const noticeMs = async (path: string | undefined): Promise<number> => {
    const startedAt = performance.now();
    if (path === undefined || !(await hasNotice(path))) return 0;
    while (performance.now() - startedAt < WATCHED_MS && (await hasNotice(path))) await delay(POLL_MS);
    return performance.now() - startedAt;
  };
  const end = forSeconds(SECONDS);
  const statuses = new Map<number, number>();
  const flood = async (): Promise<void> => {
    while (!end.aborted) {
      const { status } = await publish(url, '127.0.0.9', burst.body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status !== 200) await delay(500);
    }
  };
  const [others, attacks] = await Promise.all([
    steadily(ORDINARY_PER_SECOND, end, async (index) => {
      const html = ordinary(index);
      const published = await publish(url, nextAddress(), bodyOf(html));
      return { ...published, isLong: html.length > LONG_CHARACTERS, noticeMs: await noticeMs(published.path) };
    }),
    steadily(PHISHING_PER_SECOND, end, async () => {
      const { status, path } = await publish(url, nextAddress(), bodyOf(phishing()));
      return status === 422 ? 'refused' : path !== undefined && (await hasNotice(path)) ? 'notice' : 'unmarked';
    }),
    forEachOf(Array.from({ length: burst.pages }), burst.pages, flood),
  ]);
  const count = (end: string) => attacks.filter((one) => one === end).length;
  const behind = others.flatMap(({ noticeMs: ms }) => (ms > 0 ? [{ ms }] : []));
  // A refusal is only expected for long pages: an ordinary short one that is answered 503 has failed.
  const refusedLater = others.filter(({ status, isLong }) => status === 503 && isLong).length;
  const failed = others.filter(({ status, isLong }) => status !== 200 && !(status === 503 && isLong)).length;
  bench
    .row('burst', burst.what)
    .show({ answers: [...statuses].map(([status, times]) => `${status}: ${times}`).join(', ') })
    .show({ 'phishing refused': count('refused'), notice: count('notice') })
    .none('unmarked', count('unmarked'))
    .show({ ordinary: others.length })
    .atMost(Math.ceil(others.length / 4), 'long ones answered 503', refusedLater)
    .none('failed', failed)
    .show({ 'behind the notice': behind.length, 'notice p50 ms': msOf(behind, 0.5) })
    .atMost(MAX_NOTICE_MS, 'notice p95 ms', msOf(behind, 0.95))
    .show({ 'publish p50 ms': msOf(others, 0.5), 'publish p99 ms': msOf(others, 0.99) });
}

await runBench('No phishing page is shown unmarked, and the notices of ordinary pages end in time.', (bench) =>
  withUnlimitedSystem(async ({ description }) => {
    for (const burst of bursts) {
      say(`${burst.what} …`);
      await measure(bench, burst, description.url, description.pagesUrl);
    }
  }),
);
