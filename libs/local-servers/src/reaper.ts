import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** An order says whom to stop with which signal, what to remove, and what is already done. */
export type Order =
  | { verb: 'watch'; pid: number; signal: NodeJS.Signals; isServer: boolean }
  | { verb: 'forget'; pid: number }
  | { verb: 'container'; id: string }
  | { verb: 'directory' | 'keep'; path: string };

let orders: Writable | undefined;

/** The first process of a container ends with this one, and everything in the container with it. */
const isReaped = process.ppid === 1;

/** Each process that starts servers has one reaper, made when the first is started. */
function tell(order: Order): void {
  if (isReaped) return;
  if (!orders) {
    const reaper = spawn(process.execPath, [fileURLToPath(new URL('./reaper-process.mjs', import.meta.url))], {
      stdio: ['pipe', 'ignore', 'inherit'],
      // It has its own session: a Ctrl-C in the terminal must not end it before it has cleared up.
      detached: true,
      env: { PATH: process.env['PATH'], DOCKER_HOST: process.env['DOCKER_HOST'] },
      cwd: tmpdir(),
    });
    reaper.unref();
    if (reaper.stdin instanceof Socket) reaper.stdin.unref();
    orders = reaper.stdin;
  }
  orders.write(`${JSON.stringify(order)}\n`);
}

interface EndOptions {
  /** The child takes this signal as "end cleanly"; SIGTERM when left out. */
  signal?: NodeJS.Signals;
  /** Set it for what others use until their end, such as a database: it ends after them. */
  isServer?: boolean;
}

/** Makes sure that this child ends with this process, however it ends. */
export function endWithUs(child: ChildProcess, { signal = 'SIGTERM', isServer = false }: EndOptions = {}): void {
  const { pid } = child;
  if (pid === undefined) return;
  tell({ verb: 'watch', pid, signal, isServer });
  child.once('exit', () => tell({ verb: 'forget', pid }));
}

/** Does the same for a container. */
export function removeContainerWithUs(id: string): void {
  tell({ verb: 'container', id });
}

export interface TemporaryDirectory {
  path: string;
  remove(): Promise<void>;
}

/** Makes a folder under the system's temporary one that is removed when this process ends. */
export async function temporaryDirectory(prefix: string): Promise<TemporaryDirectory> {
  const path = await mkdtemp(join(tmpdir(), prefix));
  tell({ verb: 'directory', path });
  return {
    path,
    async remove() {
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
      tell({ verb: 'keep', path });
    },
  };
}

/** Ends a child and waits for its end: `signal` first, SIGKILL after `timeoutMs`. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals, timeoutMs = 10_000): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  const killTimer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
  child.kill(signal);
  await exited;
  clearTimeout(killTimer);
}
