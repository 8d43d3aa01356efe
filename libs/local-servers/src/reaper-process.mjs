/**
 * Clears up after a process that started servers. It reads lines on standard input until that closes, which happens
 * however the parent ends, SIGKILL included; then it stops what is still on its list, servers last. It is JavaScript,
 * because removing types takes 14 MB of memory. It imports only modules of Node, because images contain this file alone.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const TIMEOUT_MS = 5_000;

/** @type {Map<number, { signal: NodeJS.Signals, isServer: boolean }>} */
const processes = new Map();
/** @type {Set<string>} */
const containers = new Set();
/** @type {Set<string>} */
const directories = new Set();

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    // A zombie does not run. Without /proc the signal decides.
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** @param {unknown} error */
const codeOf = (error) => /** @type {NodeJS.ErrnoException} */ (error).code;

/** @param {number} pid @param {NodeJS.Signals} signal */
function signalProcess(pid, signal) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

/** @param {number} pid @param {NodeJS.Signals} signal */
async function stop(pid, signal) {
  signalProcess(pid, signal);
  const deadline = Date.now() + TIMEOUT_MS;
  while (isRunning(pid) && Date.now() < deadline) await delay(20);
  if (isRunning(pid)) signalProcess(pid, 'SIGKILL');
}

// Ctrl-C in a terminal is for the parent, which decides what ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  /** @type {import('./reaper.ts').Order} */
  const order = JSON.parse(line);
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
