/** One flood in a process of its own (see common/fork-load.ts). */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { settingsFromParent } from '../common/fork-load.js';

interface Origin {
  port: number;
  /** The address that the flood comes from. */
  from: string;
}

/** Connections that each send all their requests in one write and read nothing. */
export interface PipelineFlood extends Origin {
  kind: 'pipeline';
  host: string;
  path: string;
  connections: number;
  requestsPerConnection: number;
  seconds: number;
}

/** Requests at a fixed rate, as long as fewer than `CONCURRENCY` of them wait for their answers. */
interface SteadyFlood extends Origin {
  requests: number;
  perSecond: number;
}

/** Requests that differ in their `Authorization` only. */
export interface TokenFlood extends SteadyFlood {
  kind: 'white space' | 'signature';
  path: string;
  /** A valid access token. */
  token: string;
}

/** Publishing with a large body and a wrong key. */
export interface BodyFlood extends SteadyFlood {
  kind: 'body';
  bodyBytes: number;
}

/** Publishing small pages as visitors, from one address after the other. */
export interface PublishFlood extends Omit<SteadyFlood, 'from'> {
  kind: 'publish';
  from: readonly string[];
}

/** Readers of a page, so many at a time; slow ones take nothing of what is sent to them. */
export interface ReadFlood extends Origin {
  kind: 'read';
  path: string;
  headers: Record<string, string>;
  readers: number;
  isSlow: boolean;
  seconds: number;
}

export type Flood = PipelineFlood | TokenFlood | BodyFlood | PublishFlood | ReadFlood;

export interface FloodReport {
  seconds: number;
  /** How many requests or connections came to which end. */
  outcomes: Record<string, number>;
}

const CREATE_SITE = '/functions/v1/create-site';
const CONCURRENCY = 40;
/** Of a reader that was refused, before it tries again. */
const REFUSED_PAUSE_MS = 250;
/** A flood that takes longer is ended. */
const MAX_SECONDS = 30;

async function pipeline(flood: PipelineFlood): Promise<string[]> {
  const requests = `GET ${flood.path} HTTP/1.1\r\nHost: ${flood.host}\r\n\r\n`.repeat(flood.requestsPerConnection);
  const open = async (): Promise<Socket> => {
    const socket = connect({ port: flood.port, host: '127.0.0.1', localAddress: flood.from });
    socket.on('error', () => undefined).pause();
    await once(socket, 'connect');
    socket.write(requests);
    return socket;
  };
  const sockets = await Promise.all(Array.from({ length: flood.connections }, open));
  await delay(flood.seconds * 1000);
  return sockets.map((socket) => {
    const outcome = socket.destroyed ? 'closed' : 'open';
    socket.destroy();
    return outcome;
  });
}

/** The number in spaces and tabs, more than one of them whatever the number is. */
function whiteSpace(number: number): string {
  return `  ${number.toString(2).replaceAll('0', ' ').replaceAll('1', '\t')}`;
}

/** The token with other characters at the beginning of its signature. */
function withOtherSignature(token: string, number: number): string {
  const start = token.lastIndexOf('.') + 1;
  const changed = number.toString(36).padStart(6, '_');
  return token.slice(0, start) + changed + token.slice(start + changed.length);
}

function authorizationOf({ kind, token }: TokenFlood, number: number): string {
  return kind === 'white space' ? `Bearer${whiteSpace(number)}${token}` : `Bearer ${withOtherSignature(token, number)}`;
}

/** @returns the outcome of each request, `CONCURRENCY` of them at a time */
async function send(
  { requests, perSecond }: Pick<SteadyFlood, 'requests' | 'perSecond'>,
  one: (number: number, agent: Agent) => ReturnType<typeof request>,
  body?: Buffer,
): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const begin = performance.now();
  const deadline = begin + MAX_SECONDS * 1000;
  const outcomes: string[] = [];
  let next = 0;
  const sender = async (): Promise<void> => {
    while (next < requests && performance.now() < deadline) {
      const number = next++;
      await delay(Math.max(0, begin + (number * 1000) / perSecond - performance.now()));
      outcomes.push(await outcomeOf(one(number, agent), body));
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, sender));
  agent.destroy();
  return outcomes;
}

/** The status, also when the connection was closed after it; else why there is none. */
function outcomeOf(asked: ReturnType<typeof request>, body: Buffer | undefined): Promise<string> {
  return new Promise((resolve) => {
    let outcome = 'no answer';
    asked.on('response', (response) => {
      outcome = String(response.statusCode);
      response.on('error', () => undefined).resume();
    });
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (outcome === 'no answer') outcome = error.code ?? error.message;
    });
    asked.on('close', () => resolve(outcome));
    asked.end(body);
  });
}

function publish(flood: PublishFlood): Promise<string[]> {
  const body = Buffer.from(JSON.stringify({ html_content: '<p>flood' }));
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const target = { host: '127.0.0.1', port: flood.port, method: 'POST', path: CREATE_SITE, headers };
  const one = (number: number, agent: Agent) =>
    request({ ...target, agent, localAddress: flood.from[number % flood.from.length] ?? '127.0.0.1' });
  return send(flood, one, body);
}

async function read({ port, from, path, headers, readers, isSlow, seconds }: ReadFlood): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: readers });
  const end = performance.now() + seconds * 1000;
  const isOver = AbortSignal.timeout(seconds * 1000);
  const outcomes: string[] = [];
  const readOne = (): Promise<string> =>
    new Promise((resolve) => {
      let outcome = 'no answer';
      request({ host: '127.0.0.1', port, path, headers, agent, localAddress: from, signal: isOver })
        .on('response', (response) => {
          outcome = String(response.statusCode);
          response.on('error', () => undefined);
          if (!isSlow || outcome !== '200') response.resume();
        })
        .on('error', () => undefined)
        .on('close', () => resolve(outcome))
        .end();
    });
  const reader = async (): Promise<void> => {
    while (performance.now() < end) {
      const outcome = await readOne();
      // What waits when the flood ends gets no answer.
      if (!isOver.aborted || outcome !== 'no answer') outcomes.push(outcome);
      if (outcome !== '200') await delay(REFUSED_PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
  agent.destroy();
  return outcomes;
}

function run(flood: Flood): Promise<string[]> {
  if (flood.kind === 'pipeline') return pipeline(flood);
  if (flood.kind === 'publish') return publish(flood);
  if (flood.kind === 'read') return read(flood);
  const target = { host: '127.0.0.1', port: flood.port, localAddress: flood.from };
  if (flood.kind === 'body') {
    const body = Buffer.from(JSON.stringify({ html_content: 'x'.repeat(flood.bodyBytes) }));
    const headers = { 'content-type': 'application/json', 'content-length': body.length, apikey: 'wrong' };
    return send(flood, (_, agent) => request({ ...target, agent, method: 'POST', path: CREATE_SITE, headers }), body);
  }
  return send(flood, (number, agent) =>
    request({ ...target, agent, path: flood.path, headers: { authorization: authorizationOf(flood, number) } }),
  );
}

// An attacker has machines of their own: on this one the flood's own work gives way to the system's.
setPriority(10);
const flood = await settingsFromParent<Flood>();
const startedAt = performance.now();
const ends = await run(flood);
const report: FloodReport = {
  seconds: (performance.now() - startedAt) / 1000,
  outcomes: Object.fromEntries([...Map.groupBy(ends, (end) => end)].map(([end, all]) => [end, all.length])),
};
process.send?.(report, () => process.exit(0));
