import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface WaitForOptions {
  /** How long to wait at most, in milliseconds; 10 s when left out. */
  timeoutMs?: number;
  /** What is waited for, as it reads after "waited 10000 ms for". */
  what?: string;
  /** Pause between two looks, in milliseconds. */
  everyMs?: number;
}

/**
 * Looks until `condition` gives something truthy, and returns that.
 * A condition that throws counts as "not yet"; its last error is the cause of the one thrown at the end.
 * @throws Error naming what was waited for, once `timeoutMs` have passed.
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { timeoutMs = 10_000, what = 'a condition', everyMs = 20 }: WaitForOptions = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let lastError: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (value) return value;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (Date.now() >= deadline) throw new Error(`waited ${timeoutMs} ms for ${what}`, { cause: lastError });
    await delay(everyMs);
  }
}

/** Below what systems give to outgoing connections and to those who ask for any port, and free of ports that browsers refuse. */
const PORTS = { from: 15_000, to: 32_000 };
const given = new Set<number>();

/** A TCP port of the loopback interface on which nothing listens; another at each call. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (given.has(port) || !(await canListenOn(port))) continue;
    given.add(port);
    return port;
  }
}

function canListenOn(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
