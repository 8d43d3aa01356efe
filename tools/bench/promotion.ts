/**
 * What people notice when the primary of two PostgreSQL servers dies under 40 publishes and 4 new accounts a second and
 * the standby is promoted: no answer may be 500, writes must be back within 5 s, and no acknowledged page may be lost.
 * BENCH_ROUNDS says how often (3).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgresPair, TEST_POSTGRES_VARIABLE, type PostgresPair } from '@haru/testing';
import { type RunningSystem, startSystem } from '../../apps/gateway/test/start-system.js';
import { publishStatus, secondsUntil, statusOf, steadyPublishing } from './harness/api.js';
import { type Bench, NO_LIMITS, runBench, setting } from './harness/bench.js';
import { steadily } from './harness/traffic.js';

const ROUNDS = setting('BENCH_ROUNDS', 3);
const PUBLISHES_PER_SECOND = 40;
const ACCOUNTS_PER_SECOND = 4;
const MAX_SECONDS = 5;
const BEFORE_MS = 3_000;
const AFTER_MS = 3_000;

/** The same database with both servers' addresses. */
function onBoth(url: string, { url: both }: PostgresPair): string {
  const [, hosts = ''] = /@([^/]+)/.exec(both) ?? [];
  return `${url.replace(/@[^/]+/, `@${hosts}`)}?target_session_attrs=read-write`;
}

async function measure(bench: Bench, what: string, system: RunningSystem, pair: PostgresPair): Promise<void> {
  const { access_token: token } = await system.signUp();
  const publishing = steadyPublishing(system.origin, token);
  const newAccount = () => statusOf(`${system.origin}/auth/v1/signup`, {});
  const end = new AbortController();
  const publishes = publishing.run(PUBLISHES_PER_SECOND, end.signal);
  const accounts = steadily(ACCOUNTS_PER_SECOND, end.signal, newAccount);
  await delay(BEFORE_MS);
  await pair.failOver();
  const probe = () => publishStatus(system.origin, token, 'a probe');
  const [publishingBack, accountsBack] = await Promise.all([
    secondsUntil('publishing', async () => (await probe()) === 200),
    secondsUntil('a new account', async () => (await newAccount()) === 200),
  ]);
  await delay(AFTER_MS);
  end.abort();
  await publishes;
  const row = bench.row('promotion', what).atMost(MAX_SECONDS, 'publishing s', publishingBack);
  row.atMost(MAX_SECONDS, 'accounts s', accountsBack);
  row.none('500s to new accounts', (await accounts).filter((status) => status === 500).length);
  const database = new URL(system.sitesDatabaseUrl).pathname;
  await publishing.report(Object.assign(new URL(pair.standbyUrl), { pathname: database }).href, row);
}

await runBench('After each promotion writes were back in time, and nothing was lost.', async (bench) => {
  for (let round = 1; round <= ROUNDS; round++) {
    const pair = await startPostgresPair();
    process.env[TEST_POSTGRES_VARIABLE] = pair.primaryUrl;
    const system = await startSystem({
      databaseUrlOf: (url) => onBoth(url, pair),
      withGatewayProcess: true,
      env: NO_LIMITS,
    });
    try {
      await measure(bench, `round ${round}`, system, pair);
    } finally {
      // `close` would fail: the databases' first server is gone.
      await system.gateway.close();
      await Promise.all(Object.values(system.processes).map((process) => process.stop()));
      await system.redis.stop();
      await pair.stop();
    }
  }
});
