/**
 * Nest's own Redis transport against ours, in one run and by turns, so that a busy machine slows both.
 * Fails when ours is not level with one replica, or does not execute each request exactly once with two.
 */
import { RequestClient } from '@haru/messaging';
import { spawnTypeScript, startRedis, type TestProcess } from '@haru/testing';
import { Logger } from '@nestjs/common';
import { ClientRedis } from '@nestjs/microservices';
import { firstValueFrom } from 'rxjs';
import { type Bench, runBench, setting } from './harness/bench.js';
import { median, percentile, timed } from './harness/traffic.js';
import { echo, type Echo } from './transport/echo.js';

const ROUNDS = setting('BENCH_ROUNDS', 5);
const ROUND_MS = setting('BENCH_ROUND_MS', 1_500);
const LEVEL = 0.95;
const transports = ['stock', 'ours'] as const;
type Transport = (typeof transports)[number];

interface Round {
  perSecond: number;
  latencies: number[];
}

// With two replicas the stock client notes every second reply as one too many, 15,000 lines a second.
Logger.overrideLogger(['error', 'warn']);

const redis = await startRedis();
const ours = new RequestClient({ redisUrl: redis.url });
const stock = new ClientRedis({ host: '127.0.0.1', port: redis.port, retryAttempts: 10, retryDelay: 100 });
const context = { requestId: 'bench', caller: { role: 'anon' } } as const;
const ask: Record<Transport, (request: Echo) => Promise<unknown>> = {
  stock: (request) => firstValueFrom(stock.send(echo.pattern, request)),
  ours: (request) => ours.call(echo, request, context),
};
/** To the replicas that run. */
const requests: Record<Transport, number> = { stock: 0, ours: 0 };

async function run(transport: Transport, inFlight: number, forMs: number): Promise<Round> {
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
  requests[transport] += latencies.length;
  return { perSecond: (latencies.length * 1_000) / ms, latencies };
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
    const row = bench.row('transport', `${transport}, ${where}`).show({
      'requests/s': median(all.map(({ perSecond }) => perSecond)),
      'p50 ms': percentile(latencies, 0.5),
      'p99 ms': percentile(latencies, 0.99),
    });
    if (transport === 'ours') row.atLeast(replicaCount === 1 ? LEVEL : 0, 'ours / stock', ratio);
  }
}

/** Each replica ends, and says how often it has executed. */
async function compareExecutions(bench: Bench, transport: Transport, replicas: readonly TestProcess[]): Promise<void> {
  await Promise.all(replicas.map((replica) => replica.stop()));
  const counts = replicas.map(({ messages }) => (messages.at(-1) as { executions: number }).executions);
  const executions = counts.reduce((sum, count) => sum + count, 0);
  const row = bench.row('executions', `${transport}, ${replicas.length} replica(s)`);
  row.show({ requests: requests[transport], executions, 'per request': executions / requests[transport] });
  if (transport === 'ours') row.none('requests executed not once', Math.abs(executions - requests[transport]));
}

await runBench('Ours is level with the stock transport, and executes each request once.', async (bench) => {
  await Promise.all([ours.connect(), stock.connect()]);
  for (const replicaCount of [1, 2]) {
    Object.assign(requests, { stock: 0, ours: 0 });
    const start = (transport: Transport) =>
      Array.from({ length: replicaCount }, () =>
        spawnTypeScript(new URL('./transport/replica.ts', import.meta.url), { args: [transport, redis.url] }),
      );
    const replicas = { stock: start('stock'), ours: start('ours') };
    await Promise.all(Object.values(replicas).flatMap((all) => all.map((replica) => replica.waitUntilReady())));
    for (const inFlight of [1, 64]) await compare(bench, replicaCount, inFlight);
    for (const transport of transports) await compareExecutions(bench, transport, replicas[transport]);
  }
});
