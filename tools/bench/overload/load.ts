/** Load in a process of its own (see common/fork-load.ts): a fixed rate, whether or not answers come, or a fixed concurrency. */
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { percentile, type Answered } from '../common/steady-requests.js';
import { settingsFromParent } from '../common/fork-load.js';

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
const TICK_MS = 2;

const clientsOf = (port: number): Pool[] =>
  Array.from(
    { length: CLIENTS },
    (_, index) =>
      new Pool(`http://127.0.0.1:${port}`, {
        localAddress: CLIENTS === 1 ? '127.0.0.1' : `127.0.0.${index + 2}`,
        connections: CONNECTIONS_PER_CLIENT,
        headersTimeout: TIMEOUT_MS,
        bodyTimeout: TIMEOUT_MS,
      }),
  );

/** By undici's `dispatch`, which takes half the time of Node's `request`: the load runs on the cores of what it measures. */
function send(client: Pool, path: string, headers: Load['headers'], body: Buffer): Promise<Answered> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let status = 0;
    let ms = 0;
    const end = (): void => resolve({ status, ms: status === 0 ? performance.now() - startedAt : ms });
    client.dispatch(
      { path, method: 'POST', headers, body },
      {
        // undici wants both, needed or not.
        onRequestStart: () => undefined,
        onResponseData: () => undefined,
        onResponseStart(_controller, statusCode) {
          status = statusCode;
          ms = performance.now() - startedAt;
        },
        onResponseEnd: end,
        onResponseError: end,
      },
    );
  });
}

async function run(load: Load): Promise<LoadReport> {
  const bodies = load.bodies.map((body) => Buffer.from(body));
  const clients = clientsOf(load.port);
  const headers = { 'content-type': 'application/json', ...load.headers };
  const answers: Answered[] = [];
  const begin = performance.now();
  const end = begin + load.seconds * 1000;
  let [number, unanswered, skipped] = [0, 0, 0];
  const sendOne = async (): Promise<void> => {
    unanswered += 1;
    const [client, body] = [clients[number % clients.length], bodies[number % bodies.length]];
    number += 1;
    if (client && body) answers.push(await send(client, load.path, headers, body));
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
    let count = 0;
    // All that are due by now: waiting for each one's own moment bounds the rate.
    for (let now = begin; now < end; now = performance.now()) {
      for (; count < ((now - begin) * perSecond) / 1000; count++) {
        if (unanswered < MAX_UNANSWERED) sent.push(sendOne());
        else skipped += 1;
      }
      await delay(TICK_MS);
    }
    await Promise.all(sent);
  }
  const groups = [...Map.groupBy(answers, ({ status }) => status)].map(([status, all]) => [
    status,
    { count: all.length, p50Ms: percentile(all, 0.5), p99Ms: percentile(all, 0.99) },
  ]);
  return { skipped, answers: Object.fromEntries(groups) as LoadReport['answers'] };
}

const report = await run(await settingsFromParent<Load>());
process.send?.(report, () => process.exit(0));
