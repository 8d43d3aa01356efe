/** Load in a process of its own (see `startLoad`). */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'undici';
import { forSeconds, msOf, steadily } from './traffic.js';

export interface Load {
  port: number;
  path: string;
  seconds: number;
  /** The addresses that the requests come from in turn. */
  from: readonly string[];
  headers?: Record<string, string>;
  /** Sent in turn, with POST where no method is named. Without any, requests are GET. */
  bodies?: readonly string[];
  method?: 'PATCH' | 'DELETE';
  /** A valid access token whose white space or signature differs in each request. */
  token?: { value: string; differs: 'white space' | 'signature' };
  /** Requests begin at this rate, whether or not answers come; without it, each begins when another has ended. */
  perSecond?: number;
  /** Requests in flight. With a rate, requests above it are skipped. */
  concurrency: number;
  /** Each of `concurrency` connections sends so many requests in one write and reads nothing. */
  pipelining?: number;
  /** Readers pause when they are refused, and stop when the time is over. Slow ones take none of the body. */
  readers?: 'fast' | 'slow';
  /** An attacker has machines of their own: on this one a flood's own work gives way to the system's. */
  isFlood?: boolean;
}

export interface LoadReport {
  skipped: number;
  /** By status, or by the reason why there is none. */
  answers: Record<string, { count: number; p50Ms: number; p99Ms: number }>;
}

interface Ended {
  end: string;
  ms: number;
}

const TIMEOUT_MS = 20_000;
const REFUSED_PAUSE_MS = 250;

function authorizationOf({ value, differs }: NonNullable<Load['token']>, number: number): string {
  if (differs === 'white space') {
    return `Bearer  ${number.toString(2).replaceAll('0', ' ').replaceAll('1', '\t')}${value}`;
  }
  const start = value.lastIndexOf('.') + 1;
  const changed = number.toString(36).padStart(6, '_');
  return `Bearer ${value.slice(0, start)}${changed}${value.slice(start + changed.length)}`;
}

/** undici's `dispatch` takes half the time of Node's `request`: the load runs on the cores of what it measures. */
function send(client: Pool, load: Load, number: number, body: Buffer | undefined): Promise<Ended> {
  const headers = {
    ...(body && { 'content-type': 'application/json' }),
    ...(load.token && { authorization: authorizationOf(load.token, number) }),
    ...load.headers,
  };
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let answered: Ended | undefined;
    const end = (failure: string): void => resolve(answered ?? { end: failure, ms: performance.now() - startedAt });
    client.dispatch(
      { path: load.path, method: load.method ?? (body ? 'POST' : 'GET'), headers, body: body ?? null },
      {
        // undici wants the first two, needed or not.
        onRequestStart: () => undefined,
        onResponseData: () => undefined,
        onResponseStart(controller, status) {
          answered = { end: String(status), ms: performance.now() - startedAt };
          if (load.readers === 'slow' && status === 200) controller.pause();
        },
        onResponseEnd: () => end('no status'),
        onResponseError: (_, error) => end('code' in error ? String(error.code) : error.message),
      },
    );
  });
}

/** This writes to sockets, because undici sends two of 150 requests that wait on a connection. */
async function pipeline(load: Load, count: number): Promise<Ended[]> {
  const requests = `GET ${load.path} HTTP/1.1\r\nHost: ${load.headers?.['host']}\r\n\r\n`.repeat(count);
  const opening = Array.from({ length: load.concurrency }, async () => {
    const socket = connect({ port: load.port, host: '127.0.0.1', localAddress: load.from[0] });
    socket.on('error', () => undefined).pause();
    await once(socket, 'connect');
    socket.write(requests);
    return socket;
  });
  const sockets = await Promise.all(opening);
  await delay(load.seconds * 1000);
  return sockets.map((socket) => ({ end: socket.destroyed ? 'closed' : 'open', ms: 0 }));
}

async function run(load: Load): Promise<{ ends: Ended[]; skipped: number }> {
  const bodies = load.bodies?.map((body) => Buffer.from(body)) ?? [];
  if (load.pipelining) return { ends: await pipeline(load, load.pipelining), skipped: 0 };
  const { concurrency, from } = load;
  const connections = Math.ceil(load.perSecond ? concurrency / from.length : concurrency);
  const options = { connections, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
  const clients = from.map((localAddress) => new Pool(`http://127.0.0.1:${load.port}`, { localAddress, ...options }));
  const ends: Ended[] = [];
  const end = performance.now() + load.seconds * 1000;
  let [number, unanswered, skipped] = [0, 0, 0];
  const sendOne = async (): Promise<void> => {
    const [client, body] = [clients[number % clients.length], bodies[number % bodies.length]];
    unanswered += 1;
    const ended = client && (await send(client, load, number++, body));
    unanswered -= 1;
    // What waits when the readers stop gets no answer.
    if (!ended || (load.readers && performance.now() >= end && !/^\d+$/.test(ended.end))) return;
    ends.push(ended);
    if (load.readers && ended.end !== '200') await delay(REFUSED_PAUSE_MS);
  };
  if (load.perSecond) {
    await steadily(load.perSecond, forSeconds(load.seconds), async () => {
      if (unanswered < concurrency) return sendOne();
      skipped += 1;
    });
  } else {
    const sender = async (): Promise<void> => {
      while (performance.now() < end) await sendOne();
    };
    const stop =
      load.readers && delay(load.seconds * 1000).then(() => Promise.all(clients.map((one) => one.destroy())));
    await Promise.all([stop, ...Array.from({ length: concurrency }, sender)]);
  }
  return { ends, skipped };
}

const load = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as Load;
process.send?.('ready');
const { ends, skipped } = await run(load);
const groups = [...Map.groupBy(ends, ({ end }) => end)].map(
  ([end, all]) => [end, { count: all.length, p50Ms: msOf(all, 0.5), p99Ms: msOf(all, 0.99) }] as const,
);
const report: LoadReport = { skipped, answers: Object.fromEntries(groups) };
process.send?.(report, () => process.exit(0));
