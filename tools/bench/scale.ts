/**
 * What a million sites cost beside a thousand, in one run and by turns, so that a busy machine slows both; and what a
 * sweep of 100,000 expired sites costs those who publish meanwhile.
 */
import { freePort, startPostgresServer, temporaryDirectory } from '@haru/local-servers';
import { spawnTypeScript } from '@haru/testing';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { explain } from './scale/plans.js';
import { SitesSystem } from './scale/sites-system.js';

const FEW = 1_000;
const MANY = Number(process.env['BENCH_ROWS'] ?? 1_000_000);
const EXPIRED = MANY / 10;
/** Publishing, listing and so on with many rows may cost so many times what it does with few. */
const MAX_TIMES = 1.5;
/** Publishing's p99 during a sweep may be so many times its p99 before. */
const MAX_TIMES_SWEPT = 2;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const CALLS_PER_ROUND = 40;
const SWEEPS = Number(process.env['BENCH_SWEEPS'] ?? 3);
const PUBLISHES_PER_SECOND = 50;
const BEFORE_SWEEP_MS = 5_000;

const operations = ['count', 'list', 'publish', 'view', 'versions'] as const;
const labels = {
  count: 'count',
  list: 'list',
  publish: 'publish',
  view: 'serve a miss',
  versions: '1000 versions',
};

const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
const median = (values: readonly number[]): number => quantile(values, 0.5);

let isWithin = true;
function verdict(times: number, most: number): string {
  if (times <= most) return 'ok';
  isWithin = false;
  return 'NOT OK';
}

async function callMs(call: () => Promise<void>): Promise<number> {
  const begin = performance.now();
  await call();
  return performance.now() - begin;
}

/** Few and many take turns call by call: whatever the machine does meanwhile meets both. */
async function compare(few: SitesSystem, many: SitesSystem): Promise<void> {
  console.log(
    `\n${'median ms'.padEnd(16)}${FEW.toString().padStart(12)}${MANY.toString().padStart(12)}   ratio  limit`,
  );
  for (const operation of operations) {
    const ratios: number[] = [];
    const times: { few: number[]; many: number[] } = { few: [], many: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      const [ofFew, ofMany]: [number[], number[]] = [[], []];
      for (let call = 0; call < CALLS_PER_ROUND; call++) {
        ofFew.push(await callMs(() => few[operation]()));
        ofMany.push(await callMs(() => many[operation]()));
      }
      // The first round warms up both.
      if (round === 0) continue;
      ratios.push(median(ofMany) / median(ofFew));
      times.few.push(...ofFew);
      times.many.push(...ofMany);
    }
    const ratio = median(ratios);
    console.log(
      labels[operation].padEnd(16) +
        median(times.few).toFixed(2).padStart(12) +
        median(times.many).toFixed(2).padStart(12) +
        `${ratio.toFixed(2).padStart(8)}${MAX_TIMES.toFixed(1).padStart(7)}  ${verdict(ratio, MAX_TIMES)}`,
    );
  }
}

interface Publish {
  at: number;
  ms: number;
}

/** Publishes at a steady pace until told to stop, whether answers come or not, as people do. */
function publishAtPace(system: SitesSystem): () => Promise<Publish[]> {
  const publishes: Promise<Publish>[] = [];
  let going = true;
  const begin = performance.now();
  const paced = (async () => {
    for (let count = 0; going; count++) {
      await delay(Math.max(0, begin + (count * 1_000) / PUBLISHES_PER_SECOND - performance.now()));
      const at = Date.now();
      publishes.push(callMs(() => system.publish()).then((ms) => ({ at, ms })));
    }
  })();
  return async () => {
    going = false;
    await paced;
    return Promise.all(publishes);
  };
}

async function sweepOnce(system: SitesSystem, slice: number): Promise<{ before: number; during: number }> {
  const first = slice * EXPIRED;
  await system.dataSource.query(
    `UPDATE sites SET expires_at = now() - interval '1 minute'
     WHERE path = ANY (SELECT 'page-' || n FROM generate_series($1::int, $2::int) AS n)`,
    [first + 1, first + EXPIRED],
  );
  await system.dataSource.query('VACUUM ANALYZE sites');
  await system.dataSource.query('CHECKPOINT');
  const stop = publishAtPace(system);
  await delay(BEFORE_SWEEP_MS);
  const startedAt = Date.now();
  const sweep = spawnTypeScript(new URL('./scale/sweep.ts', import.meta.url), { args: [system.databaseUrl] });
  const said = await sweep.waitForLine(/"expired"/, 300_000);
  const publishes = await stop();
  await sweep.exited;
  const { begin, end, expired } = JSON.parse(said) as { begin: number; end: number; expired: number };
  if (expired !== EXPIRED) throw new Error(`${expired} sites were swept, not ${EXPIRED}`);
  const p99 = (from: number, to: number): number =>
    quantile(
      publishes.filter(({ at }) => at >= from && at <= to).map(({ ms }) => ms),
      0.99,
    );
  const [before, during] = [p99(0, startedAt), p99(begin, end)];
  const perSecond = Math.round((expired * 1_000) / (end - begin));
  console.log(
    `${String(slice + 1).padEnd(16)}${before.toFixed(1).padStart(12)}${during.toFixed(1).padStart(12)}` +
      `${(during / before).toFixed(2).padStart(8)}  ${expired} in ${((end - begin) / 1_000).toFixed(1)} s, ${perSecond}/s`,
  );
  return { before, during };
}

const directory = await temporaryDirectory('haru-scale-');
const postgres = await startPostgresServer({
  directory: join(directory.path, 'cluster'),
  port: await freePort(),
  password: 'bench',
  settings: { max_connections: 100, max_wal_size: '4GB' },
});
const stops: (() => Promise<void>)[] = [];
try {
  const storage = join(directory.path, 'html');
  const start = async (rowCount: number): Promise<SitesSystem> => {
    const begin = Date.now();
    const system = await SitesSystem.start(postgres, storage, rowCount);
    stops.push(() => system.stop());
    console.log(`  ${rowCount} sites seeded and served after ${((Date.now() - begin) / 1_000).toFixed(0)} s`);
    return system;
  };
  const few = await start(FEW);
  const many = await start(MANY);
  await compare(few, many);

  console.log(`\n${'publish p99, ms'.padEnd(16)}${'before'.padStart(12)}${'swept'.padStart(12)}   ratio`);
  const sweeps: { before: number; during: number }[] = [];
  for (let slice = 0; slice < SWEEPS; slice++) sweeps.push(await sweepOnce(many, slice));
  const times = median(sweeps.map(({ before, during }) => during / before));
  console.log(
    `${'median'.padEnd(40)}${times.toFixed(2).padStart(8)}${MAX_TIMES_SWEPT.toFixed(1).padStart(7)}  ${verdict(times, MAX_TIMES_SWEPT)}`,
  );
  await explain(many.dataSource, MANY);
} finally {
  for (const stop of stops) await stop();
  await postgres.stop();
  await directory.remove();
}
console.log(isWithin ? '\nThe number of sites does not matter.' : '\nNot within the limits.');
process.exit(isWithin ? 0 : 1);
