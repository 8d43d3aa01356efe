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

/** A TCP port of the loopback interface on which nothing listens at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address && typeof address === 'object') resolve(address.port);
        else reject(new Error('the system gave no port'));
      });
    });
  });
}
