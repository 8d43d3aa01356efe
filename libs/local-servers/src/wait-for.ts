import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

interface WaitForOptions {
  /** The wait lasts at most so long, in milliseconds; 10 s when left out. */
  timeoutMs?: number;
  /** The text reads well after "waited 10000 ms for". */
  what?: string;
  /** This is the pause between two checks, in milliseconds. */
  everyMs?: number;
}

/**
 * Calls `condition` until it returns something truthy, and returns that. A condition that throws counts as "not yet";
 * its last error is the cause of the one thrown at the end.
 * @throws Error naming what was waited for, once `timeoutMs` have passed
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

/** The range avoids ports that systems assign by themselves and ports that browsers refuse. */
const PORTS = { from: 15_000, to: 32_000 };
const BLOCK_LENGTH = 20;
let block: Promise<number[]> | undefined;

/** Returns a TCP port of the loopback interface on which nothing listens; another at each call, and in each process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const current = (block ??= reserveBlock());
    const port = (await current).pop();
    if (port === undefined) {
      if (block === current) block = undefined;
    } else if (await canListenOn(port)) return port;
  }
}

/** No other process gets these ports while this one runs: it listens on the first of them. */
async function reserveBlock(): Promise<number[]> {
  for (;;) {
    const first = PORTS.from + BLOCK_LENGTH * randomInt((PORTS.to - PORTS.from) / BLOCK_LENGTH);
    const server = await listenOn(first);
    if (!server) continue;
    server.unref();
    return Array.from({ length: BLOCK_LENGTH - 1 }, (_, index) => first + 1 + index);
  }
}

async function canListenOn(port: number): Promise<boolean> {
  const server = await listenOn(port);
  if (!server) return false;
  server.close();
  await once(server, 'close');
  return true;
}

/** @returns undefined if something else listens on the port */
function listenOn(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.on('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
