/** Load in a process of its own (see shared/fork-load.ts): a fixed rate, whether or not answers come, or a fixed concurrency. */
import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile, type Answered } from '../shared/steady-requests.js';
import { settingsFromParent } from '../shared/fork-load.js';

export interface Load {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** Sent in turn. */
  bodies: readonly string[];
  seconds: number;
  pace: { perSecond: number } | { concurrency: number };
}

export interface LoadReport {
  /** Requests that were due while too many others waited for their answers. */
  skipped: number;
  /** By status; 0 without an answer. */
  answers: Record<string, { count: number; p50Ms: number; p99Ms: number }>;
}

/** Many clients: a single one may not have so many connections. */
const CLIENTS = process.platform === 'linux' ? 8 : 1;
const CONNECTIONS_PER_CLIENT = 96;
const MAX_UNANSWERED = CLIENTS * CONNECTIONS_PER_CLIENT;
const TIMEOUT_MS = 20_000;

const agents = Array.from({ length: CLIENTS }, (_, index) => ({
  localAddress: CLIENTS === 1 ? '127.0.0.1' : `127.0.0.${index + 2}`,
  agent: new Agent({ keepAlive: true, maxSockets: CONNECTIONS_PER_CLIENT }),
}));

function send({ port, path, headers }: Load, body: Buffer, number: number): Promise<Answered> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let status = 0;
    request({
      host: '127.0.0.1',
      port,
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...agents[number % CLIENTS],
    })
      .on('response', (response) => {
        status = response.statusCode ?? 0;
        const ms = performance.now() - startedAt;
        response
          .on('error', () => undefined)
          .on('close', () => resolve({ status, ms }))
          .resume();
      })
      .on('error', () => {
        if (status === 0) resolve({ status, ms: performance.now() - startedAt });
      })
      .end(body);
  });
}

async function run(load: Load): Promise<LoadReport> {
  const bodies = load.bodies.map((body) => Buffer.from(body));
  const answers: Answered[] = [];
  const begin = performance.now();
  const end = begin + load.seconds * 1000;
  let [number, unanswered, skipped] = [0, 0, 0];
  const sendOne = async (): Promise<void> => {
    unanswered += 1;
    answers.push(await send(load, bodies[number % bodies.length] ?? Buffer.alloc(0), number++));
    unanswered -= 1;
  };
  if ('concurrency' in load.pace) {
    const sender = async (): Promise<void> => {
      while (performance.now() < end) await sendOne();
    };
    await Promise.all(Array.from({ length: load.pace.concurrency }, sender));
  } else {
    const sent: Promise<void>[] = [];
    const { perSecond } = load.pace;
    for (let due = 0; performance.now() < end; due++) {
      await delay(Math.max(0, begin + (due * 1000) / perSecond - performance.now()));
      if (unanswered < MAX_UNANSWERED) sent.push(sendOne());
      else skipped += 1;
    }
    await Promise.all(sent);
  }
  const groups = [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [
    status,
    { count: all.length, p50Ms: percentile(all, 0.5), p99Ms: percentile(all, 0.99) },
  ]);
  return { skipped, answers: Object.fromEntries(groups) as LoadReport['answers'] };
}

// Real clients have machines of their own: on this one it gives way to the system.
setPriority(10);
const report = await run(await settingsFromParent<Load>());
process.send?.(report, () => process.exit(0));
