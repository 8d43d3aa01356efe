/**
 * How soon publishing, sign-in and mail work again after each fault, under 40 publishes, 10 updates and a sign-up a second
 * with faults at random moments, and whether each page and version is there once, each link shows its last acknowledged
 * version, and each mail came once. BENCH_ROUNDS says how often each fault is
 * caused (5), BENCH_REPLICAS how many replicas services and workers have (1), BENCH_FAULTS which faults by a part of their
 * names (all).
 */
import { randomInt, randomUUID } from 'node:crypto';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { System, SystemDescription } from '../start/system.js';
import { faultKinds, type Fault } from './faults/fault-kinds.js';
import { mailsTo, steadySignUps, steadyUpdates } from './faults/traffic.js';
import {
  type BenchAccount,
  makeAccounts,
  publishStatus,
  secondsUntil,
  signUp,
  statusOf,
  steadyPublishing,
} from './harness/api.js';
import {
  type Bench,
  describe,
  isChosen,
  replicas,
  runBench,
  say,
  setting,
  withUnlimitedSystem,
} from './harness/bench.js';

const ROUNDS = setting('BENCH_ROUNDS', 5);
const PUBLISHES_PER_SECOND = 40;
const UPDATES_PER_SECOND = 10;
const SIGN_UPS_PER_SECOND = 1;
const SHOWN_WITHIN_SECONDS = 1;
const MAX_CALL_SECONDS = 10;

async function mailArrives({ url, mailUrl }: SystemDescription, password: string): Promise<boolean> {
  const email = `${randomUUID()}@example.com`;
  if ((await statusOf(`${url}/auth/v1/signup`, { email, password })) !== 200) return false;
  await secondsUntil('a mail', async () => (await mailsTo(mailUrl, email)).length > 0);
  return true;
}

/** @returns the row of the table, and the sign-ups, whose second mails would come later */
async function measure(bench: Bench, fault: Fault, system: System, account: BenchAccount) {
  const description = await describe(system);
  const { url, mailUrl, databaseUrls } = description;
  const token = await signUp(url);
  const publishing = steadyPublishing(url, token);
  const signUps = steadySignUps(url, mailUrl);
  const updates = await steadyUpdates(url, token);
  const end = new AbortController();
  const running = [
    publishing.run(PUBLISHES_PER_SECOND, end.signal),
    updates.run(UPDATES_PER_SECOND, end.signal),
    signUps.run(SIGN_UPS_PER_SECOND, end.signal),
  ];
  await delay(randomInt(1_000, 4_000));
  await fault.cause(description, dirname(system.descriptionFile));
  const signIn = `${url}/auth/v1/token?grant_type=password`;
  const back = await Promise.all([
    secondsUntil('publishing', async () => (await publishStatus(url, token, 'a probe')) === 200),
    secondsUntil('sign-in', async () => (await statusOf(signIn, account)) === 200),
    secondsUntil('mail', () => mailArrives(description, account.password)),
  ]);
  end.abort();
  await Promise.all(running);
  const shown = await secondsUntil('the last versions', () => updates.areShown());
  await signUps.untilMailed();
  const row = bench.row('fault', fault.name);
  for (const [index, what] of ['publishing', 'sign-in', 'mail'].entries()) {
    row.atMost(fault.maxSeconds, `${what} s`, back[index] ?? NaN);
  }
  await publishing.report(databaseUrls.sites, row, MAX_CALL_SECONDS);
  await updates.report(databaseUrls.sites, row);
  row.atMost(SHOWN_WITHIN_SECONDS, 'shown s', shown);
  return { row, signUps };
}

await runBench('After each fault everything worked again in time, and nothing was lost.', (bench) =>
  withUnlimitedSystem(
    async (system) => {
      const [account] = await makeAccounts(system.description, 1);
      if (!account) throw new Error('there is no account');
      const measured: Awaited<ReturnType<typeof measure>>[] = [];
      for (let round = 1; round <= ROUNDS; round++) {
        for (const fault of faultKinds.filter(({ name }) => isChosen('BENCH_FAULTS', name))) {
          say(`round ${round}: ${fault.name} …`);
          measured.push(await measure(bench, fault, system, account));
        }
      }
      for (const { row, signUps } of measured) row.none('mails doubled', await signUps.doubled());
    },
    replicas(process.env['BENCH_REPLICAS'] ?? 1),
  ),
);
