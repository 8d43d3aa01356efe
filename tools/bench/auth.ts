/** How long a page takes to be served while 50 sign-ins a second are asked for, beside its idle value. */
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { argon2id, hash } from 'argon2';
import { withTemporarySystem } from '../start/temporary-system.js';

const SIGN_INS_PER_SECOND = 50;
const PAGES_PER_SECOND = 50;
const SECONDS = 15;
/** The page's p99 under sign-ins may be so many times its idle one. */
const MOST_TIMES = 2;
/** The service's defaults. */
const cost = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

interface Answered {
  status: number;
  ms: number;
}

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

function percentile(answers: readonly Answered[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
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

// The limits per address would refuse what is to be measured.
process.env['AUTH_RATE_LIMITS'] = '10000';

const oneHash = await hashMs();
const atOnce = Math.max(1, Math.floor(availableParallelism() / 2));
let isWithin = false;
await withTemporarySystem(
  (line) => console.log(`  ${line}`),
  async ({ description: { url, serviceRoleKey } }) => {
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const account = { email: 'bench@example.com', password: 'a password of the benchmark' };
    const asService = { authorization: `Bearer ${serviceRoleKey}`, apikey: serviceRoleKey };
    const made = await post('/auth/v1/admin/users', { ...account, email_confirm: true }, asService);
    const published = await post('/functions/v1/create-site', { html_content: '<h1>bench</h1>' });
    const { site } = (await published.json()) as { site?: { path: string } };
    if (!made.ok || !site) throw new Error(`could not prepare: ${made.status}, ${published.status}`);
    const page = () => fetch(`${url}/functions/v1/serve-site?path=${site.path}`);
    const signIn = () => post('/auth/v1/token?grant_type=password', account);

    // Both paths once warm: what is compared is neither's first call.
    for (let count = 0; count < 100; count++) await (await page()).arrayBuffer();
    await (await signIn()).arrayBuffer();
    const idle = await atPace(PAGES_PER_SECOND, page);
    const [busy, signIns] = await Promise.all([atPace(PAGES_PER_SECOND, page), atPace(SIGN_INS_PER_SECOND, signIn)]);

    const statuses = Map.groupBy(signIns, ({ status }) => status);
    const done = (statuses.get(200)?.length ?? 0) / SECONDS;
    const times = percentile(busy, 0.99) / percentile(idle, 0.99);
    const isServed = [...idle, ...busy].every(({ status }) => status === 200);
    isWithin = times <= MOST_TIMES && isServed;
    const line = (what: string, value: string) => console.log(`${what.padEnd(44)}${value.padStart(12)}`);
    console.log('');
    for (const [name, answers] of [
      ['idle', idle],
      ['with sign-ins', busy],
    ] as const) {
      line(`serve-site ${name}: p50 ms`, percentile(answers, 0.5).toFixed(1));
      line(`serve-site ${name}: p99 ms`, percentile(answers, 0.99).toFixed(1));
    }
    line(`p99, times the idle one (limit ${MOST_TIMES})`, times.toFixed(2));
    line('one hash, ms', oneHash.toFixed(1));
    line('sign-ins asked for per second', String(SIGN_INS_PER_SECOND));
    line('sign-ins done per second', done.toFixed(1));
    line(`bound by the hash, ${atOnce} at a time`, ((atOnce * 1000) / oneHash).toFixed(1));
    for (const [status, answers] of statuses) line(`sign-ins answered ${status}`, String(answers.length));
  },
);
console.log(isWithin ? '\nSign-ins do not hold up pages.' : '\nPages wait for sign-ins.');
process.exit(isWithin ? 0 : 1);
