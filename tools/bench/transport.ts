/**
 * Nest's own Redis transport against ours, in one run and by turns, so that a busy machine slows both.
 * Fails when ours is not level with one replica, or does not execute each request exactly once with two.
 */
import { RequestClient } from '@haru/messaging';
import { waitFor } from '@haru/local-servers';
import { spawnTypeScript, startRedis, type TestProcess } from '@haru/testing';
import { Logger } from '@nestjs/common';
import { ClientRedis } from '@nestjs/microservices';
import { Redis } from 'ioredis';
import { firstValueFrom } from 'rxjs';
import { EXECUTIONS, echoMessages, reportExecutions, STOCK_PATTERN, type Echo } from './transport/echo.js';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const ROUND_MS = Number(process.env['BENCH_ROUND_MS'] ?? 1_500);
const LEVEL = 0.95;
const transports = ['stock', 'ours'] as const;
type Transport = (typeof transports)[number];
type Ask = (request: Echo) => Promise<unknown>;

interface Round {
  perSecond: number;
  latencies: number[];
  requests: number;
  executions: number;
}

// With two replicas the stock client notes every second reply as one too many, 15,000 lines a second.
Logger.overrideLogger(['error', 'warn']);

const redis = await startRedis();
const counts = new Redis(redis.url);
const ours = new RequestClient({ redisUrl: redis.url });
const stock = new ClientRedis({ host: '127.0.0.1', port: redis.port, retryAttempts: 10, retryDelay: 100 });
const context = { requestId: 'bench', caller: { role: 'anon' } } as const;
const ask: Record<Transport, Ask> = {
  stock: (request) => firstValueFrom(stock.send(STOCK_PATTERN, request)),
  ours: (request) => ours.call(echoMessages.echo, request, context),
};
const replicas: TestProcess[] = [];
let reports = 0;

async function addReplica(transport: Transport): Promise<void> {
  const replica = spawnTypeScript(new URL('./transport/replica.ts', import.meta.url), { args: [transport, redis.url] });
  await replica.waitUntilReady();
  replicas.push(replica);
}

/** Executions of all replicas of a transport since the start. */
async function executionsOf(transport: Transport): Promise<number> {
  const round = String(++reports);
  const key = `${EXECUTIONS}:${round}`;
  await ours.broadcast(reportExecutions, { round });
  await waitFor(async () => (await counts.hlen(key)) === replicas.length, { what: 'the count of every replica' });
  const all = Object.entries(await counts.hgetall(key));
  return all.filter(([name]) => name.startsWith(transport)).reduce((sum, [, count]) => sum + Number(count), 0);
}

async function run(transport: Transport, inFlight: number, forMs: number): Promise<Round> {
  const before = await executionsOf(transport);
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + forMs;
  const worker = async (): Promise<void> => {
    for (let now = performance.now(); now < end;) {
      await ask[transport]({ n: latencies.length, text: 'こんにちは' });
      const done = performance.now();
      latencies.push(done - now);
      now = done;
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  const seconds = (performance.now() - start) / 1_000;
  const executions = (await executionsOf(transport)) - before;
  return { perSecond: latencies.length / seconds, latencies, requests: latencies.length, executions };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const quantile = (values: number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0;
const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

const table: Record<string, string | number>[] = [];
const faults: string[] = [];

async function compare(replicaCount: number, inFlight: number): Promise<void> {
  const rounds: Record<Transport, Round[]> = { stock: [], ours: [] };
  for (const transport of transports) await run(transport, inFlight, ROUND_MS / 3);
  for (let round = 0; round < ROUNDS; round++) {
    const order = round % 2 === 0 ? transports : transports.toReversed();
    for (const transport of order) rounds[transport].push(await run(transport, inFlight, ROUND_MS));
  }
  const perRequest = {} as Record<Transport, number>;
  for (const transport of transports) {
    const all = rounds[transport];
    const latencies = all.flatMap((round) => round.latencies);
    perRequest[transport] = sum(all.map((round) => round.executions)) / sum(all.map((round) => round.requests));
    table.push({
      replicas: replicaCount,
      'in flight': inFlight,
      transport,
      'requests/s': Math.round(median(all.map((round) => round.perSecond))),
      'p50 ms': quantile(latencies, 0.5).toFixed(2),
      'p99 ms': quantile(latencies, 0.99).toFixed(2),
      'executions/request': perRequest[transport].toFixed(2),
    });
  }
  const ratio = median(
    rounds.ours.map((round, index) => round.perSecond / (rounds.stock[index]?.perSecond ?? Infinity)),
  );
  const where = `${replicaCount} replica(s), ${inFlight} in flight`;
  process.stdout.write(`${where}: ours / stock = ${ratio.toFixed(2)} (median of ${ROUNDS} rounds)\n`);
  if (replicaCount === 1 && ratio < LEVEL)
    faults.push(`${where}: ours has ${ratio.toFixed(2)} of the stock throughput`);
  if (perRequest.ours !== 1) faults.push(`${where}: ours executed each request ${perRequest.ours.toFixed(4)} times`);
}

try {
  await Promise.all([ours.connect(), stock.connect()]);
  for (const replicaCount of [1, 2]) {
    for (const transport of transports) await addReplica(transport);
    for (const inFlight of [1, 64]) await compare(replicaCount, inFlight);
  }
  console.table(table);
} finally {
  await Promise.all([ours.close(), stock.close()]);
  await Promise.all(replicas.map((replica) => replica.stop()));
  counts.disconnect();
  await redis.stop();
}
for (const fault of faults) process.stdout.write(`FAILED: ${fault}\n`);
if (faults.length === 0)
  process.stdout.write('Ours is level with the stock transport, and executes each request once.\n');
process.exitCode = faults.length > 0 ? 1 : 0;
