import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

export interface LightRequest {
  port: number;
  host: string;
  path: string;
  /** Each request comes from the next of these addresses. */
  from?: readonly string[];
  /** Posts this JSON instead of reading. */
  json?: string;
}

export interface Answered {
  /** 0 without an answer. */
  status: number;
  ms: number;
}

/** Over connections that are kept, as proxies and browsers do, or over one of its own, as a new client. */
export const connectionKinds = ['kept', 'new'] as const;
export type ConnectionKind = (typeof connectionKinds)[number];
const keptConnections = new Agent({ keepAlive: true });

/** A request without an answer for so long counts as failed. */
const TIMEOUT_MS = 10_000;

let asked = 0;

export function ask({ port, host, path, from, json }: LightRequest, kind: ConnectionKind = 'new'): Promise<Answered> {
  const sending = {
    ...(from === undefined ? {} : { localAddress: from[asked++ % from.length] ?? '127.0.0.1' }),
    ...(json === undefined
      ? { headers: { host } }
      : {
          method: 'POST',
          headers: { host, 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) },
        }),
  };
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (status: number) => resolve({ status, ms: performance.now() - startedAt });
    const agent = kind === 'kept' && keptConnections;
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    request({ host: '127.0.0.1', port, path, ...sending, agent, signal }, (response) => {
      response
        .on('end', () => end(response.statusCode ?? 0))
        .on('error', () => end(0))
        .resume();
    })
      .on('error', () => end(0))
      .end(json);
  });
}

/** Asks at a steady rate, whether or not answers come, until told to stop; then waits for the last. */
export async function askSteadily(
  target: LightRequest,
  kind: ConnectionKind,
  perSecond: number,
  isOver: () => boolean,
): Promise<Answered[]> {
  const begin = performance.now();
  const answers: Promise<Answered>[] = [];
  while (!isOver()) {
    answers.push(ask(target, kind));
    await delay(Math.max(0, begin + (answers.length * 1000) / perSecond - performance.now()));
  }
  return Promise.all(answers);
}

export function percentile(answers: readonly Answered[], share: number): number {
  const sorted = answers.map(({ ms }) => ms).sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export function failuresOf(answers: readonly Answered[]): number {
  return answers.filter(({ status }) => status !== 200).length;
}
