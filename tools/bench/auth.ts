/** How long a page takes to be served while 50 sign-ins a second are asked for, beside its idle value. */
import { makeAccounts, publishPage } from './harness/api.js';
import { runBench, setting, withUnlimitedSystem } from './harness/bench.js';
import {
  type Answered,
  ask,
  failuresOf,
  forSeconds,
  median,
  msOf,
  steadily,
  targetOf,
  timesOf,
} from './harness/traffic.js';

const SIGN_INS_PER_SECOND = 50;
const PAGES_PER_SECOND = 50;
/** Idle and loaded take turns, so that whatever else the machine does meets both; the median round counts. */
const ROUNDS = setting('BENCH_ROUNDS', 7);
const SECONDS = setting('BENCH_SECONDS', 6);
const ACCOUNTS = 20;
/** The page's p99 under sign-ins may be so many times its idle one. */
const MAX_TIMES = 2;

const atPace = (perSecond: number, one: () => Promise<Answered>): Promise<Answered[]> =>
  steadily(perSecond, forSeconds(SECONDS), one);

await runBench('Sign-ins do not hold up pages.', (bench) =>
  withUnlimitedSystem(async ({ description }) => {
    const { url } = description;
    const accounts = await makeAccounts(description, ACCOUNTS);
    const { path } = await publishPage(url, '<h1>bench</h1>');
    const reading = targetOf(`${url}/functions/v1/serve-site?path=${path}`);
    const signingIn = targetOf(`${url}/auth/v1/token?grant_type=password`);
    let turn = 0;
    const page = () => ask(reading, 'kept');
    const signIn = () => ask({ ...signingIn, json: JSON.stringify(accounts[turn++ % ACCOUNTS]) }, 'kept');

    // Both paths once warm: what is compared is neither's first call.
    await Promise.all([atPace(PAGES_PER_SECOND, page), atPace(10, signIn)]);
    const [idle, busy]: [Answered[][], Answered[][]] = [[], []];
    const signIns: Answered[] = [];
    for (let round = 1; round <= ROUNDS; round++) {
      idle.push(await atPace(PAGES_PER_SECOND, page));
      const [beside, asked] = await Promise.all([atPace(PAGES_PER_SECOND, page), atPace(SIGN_INS_PER_SECOND, signIn)]);
      busy.push(beside);
      signIns.push(...asked);
    }

    const middle = (rounds: readonly Answered[][], share: number) => median(rounds.map((all) => msOf(all, share)));
    const times = middle(busy, 0.99) / middle(idle, 0.99);
    for (const [pages, rounds] of Object.entries({ idle, 'with sign-ins': busy })) {
      const rounded = rounds.map((all) => msOf(all, 0.99).toFixed(1)).join(' ');
      const row = bench.row('pages', pages).none('not served', failuresOf(rounds.flat()));
      row.show({ 'p50 ms': middle(rounds, 0.5), 'p99 ms': middle(rounds, 0.99), 'p99 ms of each round': rounded });
      if (rounds === busy) row.atMost(MAX_TIMES, 'p99, times the idle one', times);
    }
    for (const [status, all] of Map.groupBy(signIns, ({ status }) => status)) {
      const row = bench
        .row('sign-ins', String(status))
        .show({ 'per s': all.length / ROUNDS / SECONDS, ...timesOf(all) });
      row.none('failed', status === 200 || status === 503 ? 0 : all.length);
    }
  }),
);
