import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { Bench } from './bench.js';

export interface Answered {
  /** 0 without an answer. */
  status: number;
  text: string;
  ms: number;
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

export function msOf(answers: readonly { ms: number }[], share: number): number {
  return percentile(
    answers.map(({ ms }) => ms),
    share,
  );
}

/** As cells of a row. */
export function timesOf(answers: readonly { ms: number }[]): Record<string, number> {
  return { 'p50 ms': msOf(answers, 0.5), 'p99 ms': msOf(answers, 0.99), 'longest ms': msOf(answers, 1) };
}

export function failuresOf(answers: readonly Answered[]): number {
  return answers.filter(({ status }) => status !== 200).length;
}

export async function timed<T>(call: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const begin = performance.now();
  const value = await call();
  return { ms: performance.now() - begin, value };
}

const TICK_MS = 2;

/** Begins one after the other at a steady rate, whether or not they end, until the signal; then waits for the last. */
export async function steadily<T>(
  perSecond: number,
  signal: AbortSignal,
  begin: (index: number) => Promise<T>,
): Promise<T[]> {
  const startedAt = performance.now();
  const all: Promise<T>[] = [];
  while (!signal.aborted) {
    // All that are due begin together: waiting for each one's own moment bounds the rate.
    const due = 1 + ((performance.now() - startedAt) * perSecond) / 1000;
    while (all.length < Math.floor(due)) all.push(begin(all.length));
    await delay(Math.max(TICK_MS, startedAt + (all.length * 1000) / perSecond - performance.now()));
  }
  return Promise.all(all);
}

export const forSeconds = (seconds: number): AbortSignal => AbortSignal.timeout(seconds * 1000);

/** Aborts when the promise ends. */
export function until(promise: Promise<unknown>): AbortSignal {
  const end = new AbortController();
  promise.then(
    () => end.abort(),
    () => end.abort(),
  );
  return end.signal;
}

/** Does one thing after the other, `concurrency` of them at a time. */
export async function forEachOf<T>(
  items: readonly T[],
  concurrency: number,
  one: (item: T) => Promise<unknown>,
): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await one(item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}

export interface LightRequest {
  port: number;
  host: string;
  path: string;
  /** Each request comes from the next of these addresses. */
  from?: readonly string[];
  /** Posts this JSON instead of reading. */
  json?: string;
  headers?: Record<string, string>;
  /** A request without an answer for so long counts as failed. */
  timeoutMs?: number;
}

export function targetOf(url: string): LightRequest {
  const { port, host, pathname, search } = new URL(url);
  return { port: Number(port), host, path: pathname + search };
}

/** Proxies and browsers keep their connections; a new client opens one. */
export const connectionKinds = ['kept', 'new'] as const;
type ConnectionKind = (typeof connectionKinds)[number];
const keptConnections = new Agent({ keepAlive: true });
let asked = 0;

export function ask(target: LightRequest, kind: ConnectionKind = 'new'): Promise<Answered> {
  const { port, host, path, from, json, timeoutMs = 10_000 } = target;
  const body = json && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) };
  const sending = { method: json ? 'POST' : 'GET', headers: { host, ...body, ...target.headers } };
  const localAddress = from?.[asked++ % from.length];
  const [agent, signal] = [kind === 'kept' && keptConnections, AbortSignal.timeout(timeoutMs)];
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const end = (status = 0, text = '') => resolve({ status, text, ms: performance.now() - startedAt });
    request({ host: '127.0.0.1', port, path, localAddress, agent, signal, ...sending }, (response) => {
      text(response).then(
        (text) => end(response.statusCode, text),
        () => end(),
      );
    })
      .on('error', () => end())
      .end(json);
  });
}

/** What is asked for at which rate. */
export type Mix = Record<string, { perSecond: number; ask: () => Promise<unknown> }>;

/** Sends every kind at its own rate until the signal. Requests that fail are faults of the bench. */
export async function sendMix(mix: Mix, signal: AbortSignal, bench: Bench): Promise<void> {
  const sending = Object.entries(mix).map(async ([kind, { perSecond, ask: one }]) => {
    const reasonOf = () =>
      one()
        .then(() => '')
        .catch((error: unknown) => String(error).slice(0, 120));
    const ends = await steadily(perSecond, signal, () => timed(reasonOf));
    const failed = ends.filter(({ value }) => value !== '');
    bench
      .row('request', kind)
      .show({ sent: ends.length, ...timesOf(ends) })
      .none('failed', failed.length);
    for (const { value } of failed.slice(0, 5)) bench.faults.push(`${kind}: ${value}`);
  });
  await Promise.all(sending);
}
