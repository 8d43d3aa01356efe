/**
 * Clears up after a process that started servers. It reads lines on standard input until that closes, which happens
 * however the parent ends, SIGKILL included; then it stops what is still on its list, servers last. Node runs this file
 * as it stands, without the TypeScript hook, so that it starts quickly.
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { isRunning, isSystemError } from './is-running.ts';
import type { Order } from './reaper.ts';

const TIMEOUT_MS = 5_000;

const processes = new Map<number, { signal: NodeJS.Signals; isServer: boolean }>();
const containers = new Set<string>();
const directories = new Set<string>();

function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!isSystemError(error) || error.code !== 'ESRCH') throw error;
  }
}

async function stop(pid: number, signal: NodeJS.Signals): Promise<void> {
  signalProcess(pid, signal);
  const deadline = Date.now() + TIMEOUT_MS;
  while (isRunning(pid) && Date.now() < deadline) await delay(20);
  if (isRunning(pid)) signalProcess(pid, 'SIGKILL');
}

// Ctrl-C in a terminal is for the parent, which decides what ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line) as Order;
  if (order.verb === 'watch') processes.set(order.pid, order);
  else if (order.verb === 'forget') processes.delete(order.pid);
  else if (order.verb === 'container') containers.add(order.id);
  else if (order.verb === 'directory') directories.add(order.path);
  else directories.delete(order.path);
}

for (const servers of [false, true]) {
  const turn = [...processes].filter(([, { isServer }]) => isServer === servers);
  await Promise.all(turn.map(([pid, { signal }]) => stop(pid, signal)));
}
// A container that was stopped cleanly no longer exists, which is fine.
for (const id of containers) spawnSync('docker', ['rm', '--force', id], { stdio: 'ignore' });
for (const path of directories) rmSync(path, { recursive: true, force: true });
