/**
 * Whether a process grows under mixed traffic: resident memory at a third of the time, when caches and the lists of
 * finished jobs are full, and at the end. BENCH_MINUTES says for how long; 30 when left out, and only then do the figures say much.
 */
import { setInterval as every } from 'node:timers/promises';
import type { System } from '../start/system.js';
import {
  bearer,
  type BenchPage,
  fetchText,
  makeAccounts,
  PASSWORD,
  publishPage,
  sendJson,
  signIn,
} from './harness/api.js';
import { type Bench, runBench, say, setting, withUnlimitedSystem } from './harness/bench.js';
import { residentMib } from './harness/processes.js';
import { forEachOf, forSeconds, median, type Mix, sendMix } from './harness/traffic.js';

const MINUTES = setting('BENCH_MINUTES', 30);
const SAMPLE_EVERY_MS = Math.min(10_000, MINUTES * 1_000);
const MAX_GROWTH = 0.05;
/** The median of so many neighbouring samples counts: garbage that waits to be collected makes single ones differ. */
const SMOOTHED_OVER = 7;

const ACCOUNTS = 10;
/** Redis keeps 1,000 finished jobs of each queue. */
const FINISHED_JOBS = 1_000;
const CONCURRENT_MAILS = 10;
const MONTH_MS = 30 * 24 * 60 * 60 * 1_000;

type Samples = Record<string, number[]>;

async function sample(pids: Record<string, number>, samples: Samples, signal: AbortSignal): Promise<void> {
  for await (const _ of every(SAMPLE_EVERY_MS)) {
    if (signal.aborted) return;
    for (const [name, pid] of Object.entries(pids)) (samples[name] ??= []).push(residentMib(pid));
  }
}

function around(values: readonly number[], at: number): number {
  const from = Math.max(0, Math.min(Math.round(at) - (SMOOTHED_OVER >> 1), values.length - SMOOTHED_OVER));
  return median(values.slice(from, from + SMOOTHED_OVER));
}

function report(bench: Bench, samples: Samples): void {
  for (const [process, values] of Object.entries(samples)) {
    const [early, late] = [around(values, values.length / 3), around(values, values.length - 1)];
    bench
      .row('process', process)
      .show({ 'MiB at a third': early, 'MiB at the end': late, 'MiB at most': Math.max(...values) })
      .atMost(MAX_GROWTH * 100, 'growth %', (late / early - 1) * 100);
  }
}

/** The requests that a day brings. Mails that sign in fill the queues first: they need no hash. */
async function prepareDay(system: System['description']): Promise<Mix> {
  const { url, anonKey: apikey } = system;
  const accounts = await makeAccounts(system, ACCOUNTS);
  const users: { authorization: string; apikey: string }[] = [];
  // One at a time: more than a few hashes are refused with 503.
  for (const account of accounts) users.push({ apikey, ...bearer(await signIn(url, account)) });
  const unread: BenchPage[] = [];
  const undeleted: { user: Record<string, string>; page: BenchPage }[] = [];
  let count = 0;
  const next = <T>(items: readonly T[]): T => {
    const item = items[count++ % items.length];
    if (item === undefined) throw new Error('there are no accounts');
    return item;
  };

  const publish = async (user?: Record<string, string>): Promise<BenchPage> => {
    const html = `<!doctype html><title>soak ${count}</title>${'<p>長い文</p>'.repeat(200)}`;
    const page = await publishPage(url, html, user);
    unread.push(page);
    if (user) undeleted.push({ user, page });
    return page;
  };
  const rowOf = ({ id }: BenchPage): string => `${url}/rest/v1/sites?id=eq.${id}`;
  const extendOldest = async (): Promise<void> => {
    const [oldest] = undeleted;
    if (!oldest) return;
    const { page, user } = oldest;
    page.expires_at = new Date(Date.parse(page.expires_at) + MONTH_MS).toISOString();
    await sendJson(rowOf(page), { expires_at: page.expires_at }, user, 'PATCH');
  };
  const deleteOldest = async (): Promise<void> => {
    const oldest = undeleted.shift();
    if (oldest) await fetchText(rowOf(oldest.page), { method: 'DELETE', headers: oldest.user });
  };
  const readNext = async (): Promise<void> => {
    const page = unread.shift();
    if (page) await fetchText(page.url);
  };
  const list = `${url}/rest/v1/sites?select=id,title&order=created_at.desc&limit=20`;
  const signUp = () => sendJson(`${url}/auth/v1/signup`, { email: `soak-${count++}@example.com`, password: PASSWORD });

  const { url: hot } = await publish();
  const sendMail = (number: number) => sendJson(`${url}/auth/v1/otp`, { email: `mail-${number}@example.com` });
  await forEachOf([...Array(FINISHED_JOBS).keys()], CONCURRENT_MAILS, sendMail);
  // Sign-ins and sign-ups are few because each hash takes a quarter of a second of a core.
  return {
    'hot share link': { perSecond: 10, ask: () => fetchText(hot) },
    'cold share link': { perSecond: 3, ask: readNext },
    publish: { perSecond: 4, ask: () => publish(next(users)) },
    list: { perSecond: 2, ask: () => fetchText(list, { headers: next(users) }) },
    extend: { perSecond: 1, ask: extendOldest },
    delete: { perSecond: 1, ask: deleteOldest },
    'sign-in': { perSecond: 0.5, ask: () => signIn(url, next(accounts)) },
    'sign-up': { perSecond: 0.5, ask: signUp },
  };
}

// The cache is full within five minutes, so that what grows later is not the cache.
process.env['VIEWER_CACHE_BYTES'] = String(16 * 1024 * 1024);

await runBench(`No process grew by more than ${MAX_GROWTH * 100} %, and no request failed.`, (bench) =>
  withUnlimitedSystem(async ({ description }) => {
    const day = await prepareDay(description);
    const end = forSeconds(MINUTES * 60);
    say(`${MINUTES} minutes of mixed traffic …`);
    // The start's own process is a tool, not part of the system.
    const { start: _start, ...pids } = description.pids;
    const samples: Samples = {};
    await Promise.all([sendMix(day, end, bench), sample(pids, samples, end)]);
    report(bench, samples);
  }),
);
