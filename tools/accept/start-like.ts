import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { endWithUs, freePort, waitFor } from '@haru/local-servers';

export interface Replica {
  port: number;
  process: ChildProcess;
}

/** Starts a process like the one with this pid, on ports of its own. Only Linux tells how. */
export async function startLike(pid: number): Promise<Replica> {
  const read = async (file: string) => (await readFile(`/proc/${pid}/${file}`, 'utf8')).split('\0').filter(Boolean);
  const [[, ...args], settings] = [await read('cmdline'), await read('environ')];
  // The channel to the parent process is not passed on.
  const passed = settings.filter((line) => !line.startsWith('NODE_CHANNEL_'));
  const env: Record<string, string> = {};
  for (const line of passed) env[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1);
  const [port, internal] = [await freePort(), await freePort()];
  const own = { ...env, PORT: String(port), INTERNAL_PORT: String(internal) };
  const child = spawn(process.execPath, args, { env: own, stdio: 'ignore' });
  endWithUs(child);
  const isReady = () => fetch(`http://127.0.0.1:${port}/healthz`).then(({ ok }) => ok);
  await waitFor(isReady, { timeoutMs: 60_000, everyMs: 100, what: 'the process to be ready' });
  return { port, process: child };
}
