/**
 * Nest's own Redis transport against ours, in one run and by turns, so that a busy machine slows both.
 * Fails when ours is not level with one replica, or does not execute each request exactly once with two.
 */
import { waitFor } from '@haru/local-servers';
import { RequestClient } from '@haru/messaging';
import { spawnTypeScript, startRedis, type TestProcess } from '@haru/testing';
import { Logger } from '@nestjs/common';
import { ClientRedis } from '@nestjs/microservices';
import { Redis } from 'ioredis';
import { firstValueFrom } from 'rxjs';
import { type Bench, runBench, setting } from './harness/bench.js';
import { median, percentile, timed } from './harness/traffic.js';
import { EXECUTIONS, echoMessages, reportExecutions, STOCK_PATTERN, type Echo } from './transport/echo.js';

const ROUNDS = setting('BENCH_ROUNDS', 5);
const ROUND_MS = setting('BENCH_ROUND_MS', 1_500);
const LEVEL = 0.95;
const transports = ['stock', 'ours'] as const;
type Transport = (typeof transports)[number];

interface Round {
  perSecond: number;
  latencies: number[];
  executions: number;
}

// With two replicas the stock client notes every second reply as one too many, 15,000 lines a second.
Logger.overrideLogger(['error', 'warn']);

const redis = await startRedis();
const counts = new Redis(redis.url);
const ours = new RequestClient({ redisUrl: redis.url });
const stock = new ClientRedis({ host: '127.0.0.1', port: redis.port, retryAttempts: 10, retryDelay: 100 });
const context = { requestId: 'bench', caller: { role: 'anon' } } as const;
const ask: Record<Transport, (request: Echo) => Promise<unknown>> = {
  stock: (request) => firstValueFrom(stock.send(STOCK_PATTERN, request)),
  ours: (request) => ours.call(echoMessages.echo, request, context),
};
const replicas: TestProcess[] = [];
let reports = 0;

async function addReplica(transport: Transport): Promise<void> {
  const replica = spawnTypeScript(new URL('./transport/replica.ts', import.meta.url), { args: [transport, redis.url] });
  replicas.push(replica);
  await replica.waitUntilReady();
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Executions of all replicas of a transport since the start. */
async function executionsOf(transport: Transport): Promise<number> {
  const round = String(++reports);
  const key = `${EXECUTIONS}:${round}`;
  await ours.broadcast(reportExecutions, { round });
  await waitFor(async () => (await counts.hlen(key)) === replicas.length, { what: 'the count of every replica' });
  const all = Object.entries(await counts.hgetall(key));
  return sum(all.map(([name, count]) => (name.startsWith(transport) ? Number(count) : 0)));
}

async function run(transport: Transport, inFlight: number, forMs: number): Promise<Round> {
  const before = await executionsOf(transport);
  const latencies: number[] = [];
  const end = performance.now() + forMs;
  const worker = async (): Promise<void> => {
    for (let now = performance.now(); now < end;) {
      await ask[transport]({ n: latencies.length, text: 'こんにちは' });
      const done = performance.now();
      latencies.push(done - now);
      now = done;
    }
  };
  const { ms } = await timed(() => Promise.all(Array.from({ length: inFlight }, worker)));
  const executions = (await executionsOf(transport)) - before;
  return { perSecond: (latencies.length * 1_000) / ms, latencies, executions };
}

async function compare(bench: Bench, replicaCount: number, inFlight: number): Promise<void> {
  const rounds: Record<Transport, Round[]> = { stock: [], ours: [] };
  for (const transport of transports) await run(transport, inFlight, ROUND_MS / 3);
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? transports : transports.toReversed();
    for (const transport of order) rounds[transport].push(await run(transport, inFlight, ROUND_MS));
  }
  const where = `${replicaCount} replica(s), ${inFlight} in flight`;
  const perSecondOf = (transport: Transport, index: number) => rounds[transport][index]?.perSecond ?? NaN;
  const ratio = median(rounds.ours.map((_, index) => perSecondOf('ours', index) / perSecondOf('stock', index)));
  for (const transport of transports) {
    const all = rounds[transport];
    const latencies = all.flatMap((round) => round.latencies);
    const perRequest = sum(all.map(({ executions }) => executions)) / latencies.length;
    const row = bench.row('transport', `${transport}, ${where}`).show({
      'requests/s': median(all.map(({ perSecond }) => perSecond)),
      'p50 ms': percentile(latencies, 0.5),
      'p99 ms': percentile(latencies, 0.99),
      'executions/request': perRequest,
    });
    if (transport === 'stock') continue;
    row.none('requests executed not once', Math.round(Math.abs(perRequest - 1) * latencies.length));
    row.atLeast(replicaCount === 1 ? LEVEL : 0, 'ours / stock', ratio);
  }
}

await runBench('Ours is level with the stock transport, and executes each request once.', async (bench) => {
  try {
    await Promise.all([ours.connect(), stock.connect()]);
    for (const replicaCount of [1, 2]) {
      for (const transport of transports) await addReplica(transport);
      for (const inFlight of [1, 64]) await compare(bench, replicaCount, inFlight);
    }
  } finally {
    await Promise.all([ours.close(), stock.close()]);
    await Promise.all(replicas.map((replica) => replica.stop()));
    counts.disconnect();
    await redis.stop();
  }
});
