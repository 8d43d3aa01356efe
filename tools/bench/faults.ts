/**
 * How soon publishing, sign-in and mail work again after each fault, under 40 publishes, 10 updates and a sign-up a second
 * with faults at random moments, and whether each page and version is there once, each link shows its last acknowledged
 * version, and each mail came once. BENCH_ROUNDS says how often each fault is
 * caused (5), BENCH_REPLICAS how many replicas services and workers have (1), BENCH_FAULTS which faults by a part of their
 * names (all).
 */
import { randomInt, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@haru/local-servers';
import type { System, SystemDescription } from '../start/system.js';
import { withTemporarySystem } from '../start/temporary-system.js';
import { faultKinds, type Fault } from './faults/fault-kinds.js';
import { publish, statusOf, SteadyPublishing } from './faults/publishing.js';
import { SteadySignUps } from './faults/sign-ups.js';
import { SteadyUpdates } from './faults/updating.js';
import { makeAccounts, type BenchAccount } from './common/accounts.js';
import { signUp } from './common/post-json.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const REPLICAS = process.env['BENCH_REPLICAS'] ?? '1';
const PUBLISHES_PER_SECOND = 40;
const UPDATES_PER_SECOND = 10;
const SIGN_UPS_PER_SECOND = 1;
const SHOWN_WITHIN_SECONDS = 1;
const MAX_CALL_SECONDS = 10;
const GIVE_UP_AFTER_MS = 120_000;
const faults = faultKinds.filter(({ name }) => name.includes(process.env['BENCH_FAULTS'] ?? ''));
const parts = ['AUTH_SERVICE', 'AUTH_WORKER', 'SITES_SERVICE', 'SITES_WORKER', 'FEEDBACK_SERVICE', 'FEEDBACK_WORKER'];

const table: Record<string, string | number>[] = [];
/** Looked at again when all is over: a second mail comes later than the first. */
const signUpsOf: { fault: string; signUps: SteadySignUps }[] = [];
const failures: string[] = [];

/** Seconds until `works` succeeds for the first time. */
async function secondsUntil(what: string, works: () => Promise<boolean>): Promise<number> {
  const startedAt = performance.now();
  await waitFor(works, { timeoutMs: GIVE_UP_AFTER_MS, everyMs: 100, what });
  return (performance.now() - startedAt) / 1_000;
}

async function mailArrives({ url, mailUrl }: SystemDescription, password: string): Promise<boolean> {
  const email = `${randomUUID()}@example.com`;
  if ((await statusOf(`${url}/auth/v1/signup`, JSON.stringify({ email, password }))) !== 200) return false;
  const search = `${mailUrl}/api/v1/search?query=${encodeURIComponent(`to:"${email}"`)}`;
  const count = async (): Promise<number> =>
    ((await (await fetch(search)).json()) as { messages: unknown[] }).messages.length;
  await waitFor(async () => (await count()) > 0, { timeoutMs: GIVE_UP_AFTER_MS, everyMs: 100, what: 'a mail' });
  return true;
}

async function measure(fault: Fault, system: System, account: BenchAccount): Promise<void> {
  // A process that an earlier fault ended has another id by now.
  const description = JSON.parse(await readFile(system.descriptionFile, 'utf8')) as SystemDescription;
  const { url, mailUrl, databaseUrls } = description;
  const token = await signUp(url);
  const traffic = new SteadyPublishing(url, token);
  const end = new AbortController();
  const signUps = new SteadySignUps(url, mailUrl);
  signUpsOf.push({ fault: fault.name, signUps });
  const updates = new SteadyUpdates(url, token);
  await updates.prepare();
  const running = [
    traffic.run(PUBLISHES_PER_SECOND, end.signal),
    updates.run(UPDATES_PER_SECOND, end.signal),
    signUps.run(SIGN_UPS_PER_SECOND, end.signal),
  ];
  await delay(randomInt(1_000, 4_000));
  await fault.cause(description, dirname(system.descriptionFile));
  const signIn = `${url}/auth/v1/token?grant_type=password`;
  const back = await Promise.all([
    secondsUntil('publishing', async () => (await publish(url, token, 'a probe')) === 200),
    secondsUntil('sign-in', async () => (await statusOf(signIn, JSON.stringify(account))) === 200),
    secondsUntil('mail', () => mailArrives(description, account.password)),
  ]);
  end.abort();
  await Promise.all(running);
  const shown = await secondsUntil('the last versions', () => updates.areShown());
  const updating = await updates.report();
  await signUps.untilMailed();
  const report = await traffic.report(databaseUrls.sites);
  const check = (isFault: boolean, text: string) => isFault && failures.push(`${fault.name}: ${text}`);
  ['publishing', 'sign-in', 'mail'].forEach((what, index) => {
    const seconds = back[index] ?? Infinity;
    check(seconds > fault.maxSeconds, `${what} took ${seconds.toFixed(1)} s of ${fault.maxSeconds}`);
  });
  check(report.status500 > 0, `${report.status500} answers were 500`);
  check(report.longestSeconds > MAX_CALL_SECONDS, `a call took ${report.longestSeconds.toFixed(1)} s`);
  check(report.lost + report.doubled > 0, `${report.lost} pages lost, ${report.doubled} doubled`);
  check(shown > SHOWN_WITHIN_SECONDS, `the last versions were shown after ${shown.toFixed(1)} s`);
  check(updating.lost + updating.doubled > 0, `${updating.lost} versions lost, ${updating.doubled} doubled`);
  table.push({
    fault: fault.name,
    'publishing s': (back[0] ?? NaN).toFixed(1),
    'sign-in s': (back[1] ?? NaN).toFixed(1),
    'mail s': (back[2] ?? NaN).toFixed(1),
    published: report.published,
    '500s': report.status500,
    'longest call s': report.longestSeconds.toFixed(1),
    lost: report.lost,
    doubled: report.doubled,
    updated: updating.updated,
    'versions lost': updating.lost,
    'versions doubled': updating.doubled,
    'shown s': shown.toFixed(1),
  });
}

// The limits per client and account would refuse what is to be measured.
process.env['AUTH_RATE_LIMITS'] = '1000000';
process.env['PUBLISH_LIMITS'] = JSON.stringify({ temporaryLiveBytes: 1e12, registeredLiveBytes: 1e12 });
process.env['STORAGE_SOFT_LIMIT_BYTES'] = '0';

await withTemporarySystem(
  (line) => console.log(`  ${line}`),
  async (system) => {
    const [account] = await makeAccounts(system.description, 1);
    if (!account) throw new Error('there is no account');
    for (let round = 1; round <= ROUNDS; round++) {
      for (const fault of faults) {
        console.log(`  round ${round}: ${fault.name} …`);
        await measure(fault, system, account);
      }
    }
    for (const [index, { fault, signUps }] of signUpsOf.entries()) {
      const doubled = await signUps.doubled();
      Object.assign(table[index] ?? {}, { 'mails doubled': doubled });
      if (doubled > 0) failures.push(`${fault}: ${doubled} mails came twice`);
    }
  },
  Object.fromEntries(parts.map((part) => [`${part}_REPLICAS`, REPLICAS])),
);
console.table(table);
for (const failure of failures) console.log(`FAILED: ${failure}`);
if (failures.length === 0) console.log('After each fault everything worked again in time, and nothing was lost.');
process.exit(failures.length > 0 ? 1 : 0);
