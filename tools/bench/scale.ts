/**
 * What a million sites cost beside a thousand, in one run and by turns, so that a busy machine slows both; and what a
 * sweep of 100,000 expired sites costs those who publish meanwhile.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort, startPostgresServer, temporaryDirectory } from '@haru/local-servers';
import { spawnTypeScript } from '@haru/testing';
import { type Bench, runBench, say, setting } from './harness/bench.js';
import { median, msOf, steadily, timed } from './harness/traffic.js';
import { type SitesSystem, startSitesSystem } from './scale/sites-system.js';

const FEW = 1_000;
const MANY = setting('BENCH_ROWS', 1_000_000);
const EXPIRED = MANY / 10;
/** Publishing, listing and so on with many rows may cost so many times what it does with few. */
const MAX_TIMES = 1.5;
/** Publishing's p99 during a sweep may be so many times its p99 before. */
const MAX_TIMES_SWEPT = 2;
const ROUNDS = setting('BENCH_ROUNDS', 9);
const CALLS_PER_ROUND = 40;
const SWEEPS = setting('BENCH_SWEEPS', 3);
const PUBLISHES_PER_SECOND = 50;
const BEFORE_SWEEP_MS = 5_000;

/** `view` asks the viewer for a page that it does not know yet. */
const operations = ['count', 'list', 'publish', 'view', 'versions'] as const;

/** Few and many take turns call by call: whatever the machine does meanwhile meets both. */
async function compare(bench: Bench, few: SitesSystem, many: SitesSystem): Promise<void> {
  for (const operation of operations) {
    const ratios: number[] = [];
    const times: { few: number[]; many: number[] } = { few: [], many: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      const [ofFew, ofMany]: [number[], number[]] = [[], []];
      for (let call = 0; call < CALLS_PER_ROUND; call++) {
        ofFew.push((await timed<unknown>(() => few[operation]())).ms);
        ofMany.push((await timed<unknown>(() => many[operation]())).ms);
      }
      // The first round warms up both.
      if (round === 0) continue;
      ratios.push(median(ofMany) / median(ofFew));
      times.few.push(...ofFew);
      times.many.push(...ofMany);
    }
    bench
      .row('median ms', operation)
      .show({ [`${FEW} sites`]: median(times.few), [`${MANY} sites`]: median(times.many) })
      .atMost(MAX_TIMES, 'ratio', median(ratios));
  }
}

/** @returns publishing's p99 during the sweep, times the one before */
async function sweepOnce(bench: Bench, system: SitesSystem, slice: number): Promise<number> {
  const first = slice * EXPIRED;
  await system.dataSource.query(
    `UPDATE sites SET expires_at = now() - interval '1 minute'
     WHERE path = ANY (SELECT 'page-' || n FROM generate_series($1::int, $2::int) AS n)`,
    [first + 1, first + EXPIRED],
  );
  await system.dataSource.query('VACUUM ANALYZE sites');
  await system.dataSource.query('CHECKPOINT');
  const stop = new AbortController();
  const publishing = steadily(PUBLISHES_PER_SECOND, stop.signal, async () => {
    const at = Date.now();
    return { at, ms: (await timed(() => system.publish())).ms };
  });
  await delay(BEFORE_SWEEP_MS);
  const startedAt = Date.now();
  const sweep = spawnTypeScript(new URL('./scale/sweep.ts', import.meta.url), { args: [system.databaseUrl] });
  const line = await sweep.waitForLine(/"expired"/, 300_000);
  stop.abort();
  const publishes = await publishing;
  await sweep.exited;
  const { begin, end, expired } = JSON.parse(line) as { begin: number; end: number; expired: number };
  if (expired !== EXPIRED) throw new Error(`${expired} sites were swept, not ${EXPIRED}`);
  const p99 = (from: number, to: number): number =>
    msOf(
      publishes.filter(({ at }) => at >= from && at <= to),
      0.99,
    );
  const [before, during] = [p99(0, startedAt), p99(begin, end)];
  const perSecond = (expired * 1_000) / (end - begin);
  const figures = {
    'publish p99 ms before': before,
    during,
    ratio: during / before,
    swept: expired,
    'per s': perSecond,
  };
  bench.row('sweep', String(slice + 1)).show(figures);
  return during / before;
}

await runBench('The number of sites does not matter.', async (bench) => {
  const directory = await temporaryDirectory('haru-scale-');
  const postgres = await startPostgresServer({
    directory: join(directory.path, 'cluster'),
    port: await freePort(),
    password: 'bench',
    settings: { max_connections: 100, max_wal_size: '4GB' },
  });
  const start = async (rowCount: number): Promise<SitesSystem> => {
    const storage = join(directory.path, 'html');
    const { ms, value: system } = await timed(() => startSitesSystem(postgres.url, storage, rowCount));
    say(`${rowCount} sites seeded and served after ${(ms / 1_000).toFixed(0)} s`);
    return system;
  };
  const few = await start(FEW);
  const many = await start(MANY);
  await compare(bench, few, many);
  const times: number[] = [];
  for (let slice = 0; slice < SWEEPS; slice++) times.push(await sweepOnce(bench, many, slice));
  bench.row('sweep', 'median').atMost(MAX_TIMES_SWEPT, 'ratio', median(times));
});
