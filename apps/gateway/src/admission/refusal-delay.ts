import type { ServerResponse } from 'node:http';
import { atMost, networkOf } from '@haru/service-runtime';
import type { FastifyInstance, RawServerDefault } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Admission } from './admission.js';
import { trafficKindOf } from './traffic-kind.js';

/** So many refusals of a client within the time are answered immediately: people rarely get more. */
const IMMEDIATE = 10;
const WITHIN_MS = 10_000;
/** Delays differ, so that requests that came together do not come together again. */
const DELAY_MS = { min: 500, max: 1_500 };
/** Beyond these, refusals are answered immediately. */
const MAX_WAITING = 256;
const MAX_CLIENTS = 10_000;

/**
 * Answers 429 late to a client that is refused often. Many programs send the next request when they are answered, and
 * a refusal takes a millisecond of all processes together.
 */
export class RefusalDelay {
  private readonly refusals = new LRUCache<string, number>({ ...atMost(MAX_CLIENTS), ttl: WITHIN_MS });
  private readonly waiting = new Set<() => void>();
  private isClosed = false;

  /** Ends all delays: a process that stops does not wait for them. */
  close(): void {
    this.isClosed = true;
    for (const end of this.waiting) end();
  }

  /** Counts a refusal. @returns a promise if its answer is delayed, which ends earlier if the client disconnects */
  delay(client: string, response: ServerResponse): Promise<void> | undefined {
    const count = (this.refusals.get(client) ?? 0) + 1;
    this.refusals.set(client, count, { noUpdateTTL: true });
    if (count <= IMMEDIATE || this.waiting.size >= MAX_WAITING || this.isClosed || response.destroyed) return undefined;
    return this.wait(response);
  }

  private async wait(response: ServerResponse): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const ms = DELAY_MS.min + Math.random() * (DELAY_MS.max - DELAY_MS.min);
    const timer = setTimeout(resolve, ms).unref();
    response.once('close', resolve);
    this.waiting.add(resolve);
    await promise;
    this.waiting.delete(resolve);
    clearTimeout(timer);
  }
}

/** A delayed answer keeps its request in memory, so one with a large body is answered immediately. */
export function delayRefusals(
  server: FastifyInstance<RawServerDefault>,
  delays: RefusalDelay,
  admission: Pick<Admission, 'release'>,
): void {
  server.addHook('onSend', async (request, reply) => {
    if (reply.statusCode !== 429 || trafficKindOf(request.raw) === 'largeWrite') return;
    const delayed = delays.delay(networkOf(request.ip, 'client'), reply.raw);
    if (!delayed) return;
    admission.release(request.raw);
    await delayed;
  });
}
