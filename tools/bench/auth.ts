/** How long a page takes to be served while 50 sign-ins a second are asked for, beside its idle value. */
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { argon2id, hash } from 'argon2';
import { withTemporarySystem } from '../start/temporary-system.js';
import { makeAccounts } from './common/accounts.js';
import { publishPage } from './common/post-json.js';
import { type Answered, percentile } from './common/steady-requests.js';

const SIGN_INS_PER_SECOND = 50;
const PAGES_PER_SECOND = 50;
/** Idle and loaded take turns, so that whatever else the machine does meets both; the median round counts. */
const ROUNDS = 7;
const SECONDS = 6;
const ACCOUNTS = 20;
/** The page's p99 under sign-ins may be so many times its idle one. */
const MAX_TIMES = 2;
/** The service's defaults. */
const cost = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Asks at a steady pace, whether answers come or not, as people do. */
async function atPace(perSecond: number, ask: () => Promise<Response>): Promise<Answered[]> {
  const begin = performance.now();
  const answers: Promise<Answered>[] = [];
  for (let count = 0; count < perSecond * SECONDS; count++) {
    await delay(Math.max(0, begin + (count * 1000) / perSecond - performance.now()));
    const askedAt = performance.now();
    answers.push(
      ask().then(async (answer) => {
        await answer.arrayBuffer();
        return { status: answer.status, ms: performance.now() - askedAt };
      }),
    );
  }
  return Promise.all(answers);
}

/** Milliseconds of one hash on one core: the quickest of some, because a bound has nothing else to do. */
async function hashMs(): Promise<number> {
  const times: Answered[] = [];
  for (let count = 0; count < 30; count++) {
    const begin = performance.now();
    await hash('a password of the benchmark', cost);
    times.push({ status: 0, ms: performance.now() - begin });
  }
  return percentile(times, 0);
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

function line(what: string, value: string): void {
  console.log(`${what.padEnd(44)}${value.padStart(12)}`);
}

// The limits per address would refuse what is to be measured.
process.env['AUTH_RATE_LIMITS'] = '10000';

const oneHash = await hashMs();
const cores = Math.max(1, availableParallelism() - 1);
let isWithin = false;
await withTemporarySystem(
  (text) => console.log(`  ${text}`),
  async ({ description }) => {
    const { url } = description;
    const accounts = await makeAccounts(description, ACCOUNTS);
    const { path } = await publishPage(url, '<h1>bench</h1>');
    const page = () => fetch(`${url}/functions/v1/serve-site?path=${path}`);
    let turn = 0;
    const signIn = () =>
      fetch(`${url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(accounts[turn++ % ACCOUNTS]),
      });

    // Both paths once warm: what is compared is neither's first call.
    await Promise.all([atPace(PAGES_PER_SECOND, page), atPace(10, signIn)]);
    const idle: Answered[][] = [];
    const busy: Answered[][] = [];
    const signIns: Answered[] = [];
    console.log(`\nserve-site p99, ms (${ROUNDS} rounds)          idle  with sign-ins`);
    for (let round = 1; round <= ROUNDS; round++) {
      const alone = await atPace(PAGES_PER_SECOND, page);
      const [beside, asked] = await Promise.all([atPace(PAGES_PER_SECOND, page), atPace(SIGN_INS_PER_SECOND, signIn)]);
      idle.push(alone);
      busy.push(beside);
      signIns.push(...asked);
      const p99 = [alone, beside].map((answers) => percentile(answers, 0.99).toFixed(1));
      console.log(`${String(round).padStart(24)}${p99[0]?.padStart(22)}${p99[1]?.padStart(15)}`);
    }

    const middle = (rounds: readonly Answered[][], share: number) =>
      median(rounds.map((answers) => percentile(answers, share)));
    const statuses = Map.groupBy(signIns, ({ status }) => status);
    const signedIn = statuses.get(200) ?? [];
    const refused = statuses.get(503) ?? [];
    const times = middle(busy, 0.99) / middle(idle, 0.99);
    const isServed = [...idle, ...busy].flat().every(({ status }) => status === 200);
    isWithin = times <= MAX_TIMES && isServed && signedIn.length + refused.length === signIns.length;
    console.log('');
    line('serve-site idle: p50 ms', middle(idle, 0.5).toFixed(1));
    line('serve-site with sign-ins: p50 ms', middle(busy, 0.5).toFixed(1));
    line('serve-site idle: p99 ms', middle(idle, 0.99).toFixed(1));
    line('serve-site with sign-ins: p99 ms', middle(busy, 0.99).toFixed(1));
    line(`p99, times the idle one (limit ${MAX_TIMES})`, times.toFixed(2));
    line('one hash with the machine to itself, ms', oneHash.toFixed(1));
    line('sign-ins asked for per second', String(SIGN_INS_PER_SECOND));
    line('sign-ins done per second', (signedIn.length / ROUNDS / SECONDS).toFixed(1));
    line(`bound by the hash, ${cores} of ${availableParallelism()} cores`, ((cores * 1000) / oneHash).toFixed(1));
    line('a sign-in: p50 ms', percentile(signedIn, 0.5).toFixed(0));
    for (const [status, answers] of statuses) {
      line(
        `sign-ins answered ${status}, the slowest after ms`,
        `${answers.length}, ${percentile(answers, 1).toFixed(0)}`,
      );
    }
  },
);
console.log(
  isWithin
    ? '\nSign-ins do not hold up pages.'
    : '\nNot within the limit: pages wait for sign-ins, or something failed.',
);
process.exit(isWithin ? 0 : 1);
