/**
 * What people notice when the primary of two PostgreSQL servers dies under 40 publishes and 4 new accounts a second and
 * the standby is promoted: no answer may be 500, writes must be back within 5 s, and no acknowledged page may be lost.
 * BENCH_ROUNDS says how often (3).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '@haru/local-servers';
import { startPostgresPair, TEST_POSTGRES_VARIABLE, type PostgresPair } from '@haru/testing';
import { type RunningSystem, startSystem } from '../../apps/gateway/test/start-system.js';
import { publish, statusOf, SteadyPublishing } from './faults/publishing.js';
import { steadily } from './faults/steadily.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const PUBLISHES_PER_SECOND = 40;
const ACCOUNTS_PER_SECOND = 4;
const MAX_SECONDS = 5;
const BEFORE_MS = 3_000;
const AFTER_MS = 3_000;

const table: Record<string, string | number>[] = [];
const failures: string[] = [];

/** The same database with both servers' addresses. */
function onBoth(url: string, { url: both }: PostgresPair): string {
  const [, hosts = ''] = /@([^/]+)/.exec(both) ?? [];
  return `${url.replace(/@[^/]+/, `@${hosts}`)}?target_session_attrs=read-write`;
}

async function measure(round: number, system: RunningSystem, pair: PostgresPair): Promise<void> {
  const { access_token: token } = await system.signUp();
  const publishing = new SteadyPublishing(system.origin, token);
  const accounts: number[] = [];
  const end = new AbortController();
  const traffic = [
    publishing.run(PUBLISHES_PER_SECOND, end.signal),
    steadily(ACCOUNTS_PER_SECOND, end.signal, async () => {
      accounts.push(await statusOf(`${system.origin}/auth/v1/signup`, '{}'));
    }),
  ];
  await delay(BEFORE_MS);
  await pair.failOver();
  const promotedAt = performance.now();
  const back = async (works: () => Promise<number>): Promise<number> => {
    await waitFor(async () => (await works()) === 200, { timeoutMs: 60_000, everyMs: 50, what: 'a write' });
    return (performance.now() - promotedAt) / 1_000;
  };
  const seconds = await Promise.all([
    back(() => publish(system.origin, token, 'a probe')),
    back(() => statusOf(`${system.origin}/auth/v1/signup`, '{}')),
  ]);
  await delay(AFTER_MS);
  end.abort();
  await Promise.all(traffic);
  const database = new URL(system.sitesDatabaseUrl).pathname;
  const report = await publishing.report(Object.assign(new URL(pair.standbyUrl), { pathname: database }).href);
  const status500 = report.status500 + accounts.filter((status) => status === 500).length;
  const check = (isFault: boolean, text: string) => isFault && failures.push(`round ${round}: ${text}`);
  check(Math.max(...seconds) > MAX_SECONDS, `writes took ${Math.max(...seconds).toFixed(1)} s of ${MAX_SECONDS}`);
  check(status500 > 0, `${status500} answers were 500`);
  check(report.lost + report.doubled > 0, `${report.lost} pages lost, ${report.doubled} doubled`);
  table.push({
    'publishing s': (seconds[0] ?? NaN).toFixed(1),
    'accounts s': (seconds[1] ?? NaN).toFixed(1),
    published: report.published,
    '500s': status500,
    'longest call s': report.longestSeconds.toFixed(1),
    lost: report.lost,
    doubled: report.doubled,
  });
}

for (let round = 1; round <= ROUNDS; round++) {
  const pair = await startPostgresPair();
  process.env[TEST_POSTGRES_VARIABLE] = pair.primaryUrl;
  const system = await startSystem({
    databaseUrlOf: (url) => onBoth(url, pair),
    withGatewayProcess: true,
    env: {
      AUTH_RATE_LIMITS: '1000000',
      STORAGE_SOFT_LIMIT_BYTES: '0',
      PUBLISH_LIMITS: JSON.stringify({ temporaryLiveBytes: 1e12, registeredLiveBytes: 1e12 }),
    },
  });
  try {
    await measure(round, system, pair);
  } finally {
    // Not by `close`: the databases' first server is gone.
    await system.gateway.close();
    await Promise.all(Object.values(system.processes).map((process) => process.stop()));
    await system.redis.stop();
    await pair.stop();
  }
}
console.table(table);
for (const failure of failures) console.log(`FAILED: ${failure}`);
if (failures.length === 0) console.log('After each promotion writes were back in time, and nothing was lost.');
process.exit(failures.length > 0 ? 1 : 0);
