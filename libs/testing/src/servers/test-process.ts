import { spawn, type ChildProcess, type Serializable } from 'node:child_process';
import { createInterface } from 'node:readline';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { endProcess, endWithUs, waitFor } from '@haru/local-servers';

const hooks = ['preload.mjs', 'register-typescript.mjs'].map(
  (file) => new URL(`../../../../tools/${file}`, import.meta.url).href,
);

/** Starting takes a second or two, and many times that while a build or an installation writes to the same disk. */
const START_WITHIN_MS = 60_000;

interface SpawnOptions {
  /** They are added to this process's environment; `undefined` removes a variable. */
  env?: Record<string, string | undefined>;
  args?: readonly string[];
  cwd?: string;
  /** The process's lines are shown in this process's output, for debugging. */
  show?: boolean;
  /** It has a session of its own, whose priority can be changed. */
  detached?: boolean;
}

/** A process ended with an exit code, or by a signal. */
interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface TestProcess {
  pid: number;
  /** The process has written these lines so far, standard output and errors in the order of arrival. */
  lines: readonly string[];
  /** The process has sent these over IPC so far, such as the `'ready'` of `runProcess`. */
  messages: readonly Serializable[];
  exited: Promise<Exit>;
  kill(signal: NodeJS.Signals): void;
  /**
   * Returns the first line that matches, including one written before the call.
   * @throws Error with the last lines when the time (10 s) is over or the process ends without one
   */
  waitForLine(pattern: RegExp, timeoutMs?: number): Promise<string>;
  /** Waits for the `'ready'` of `runProcess`, for a minute by default. */
  waitUntilReady(timeoutMs?: number): Promise<void>;
  /** Sends SIGTERM, and SIGKILL after 15 s; waits until the process has ended. */
  stop(): Promise<Exit>;
}

/** Runs a TypeScript file as a process with an IPC channel. It ends with this process at the latest. */
export function spawnTypeScript(file: string | URL, options: SpawnOptions = {}): TestProcess {
  const path = file instanceof URL || file.startsWith('file:') ? fileURLToPath(file) : file;
  const args = ['--conditions=@haru/source', ...hooks.flatMap((hook) => ['--import', hook])];
  const env = { ...process.env, ...options.env };
  // Jest's own switches are for Jest's process.
  if (options.env?.['NODE_OPTIONS'] === undefined) delete env['NODE_OPTIONS'];
  const child = spawn(process.execPath, [...args, path, ...(options.args ?? [])], {
    cwd: options.cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: options.detached ?? false,
  });
  if (child.pid === undefined) throw new Error(`could not start ${pathToFileURL(path).pathname}`);
  endWithUs(child);
  return watch(child, child.pid, path, options.show ?? false);
}

function watch(child: ChildProcess, pid: number, path: string, show: boolean): TestProcess {
  const lines: string[] = [];
  const messages: Serializable[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      if (show) process.stderr.write(`[${pid}] ${line}\n`);
    });
  }
  child.on('message', (message) => messages.push(message));
  let ended: Exit | undefined;
  // 'close' comes after the last line has been read, 'exit' may come before.
  const exited = new Promise<Exit>((resolve) => {
    child.once('close', (code, signal) => resolve((ended = { code, signal })));
  });

  const until = async <T>(look: () => T | undefined, what: string, timeoutMs: number): Promise<T> => {
    const found = await waitFor(() => look() ?? (ended ? 'ended' : undefined), { timeoutMs, what }).catch(
      (error: Error) => {
        throw new Error(`${error.message}. ${path} said last:\n${lines.slice(-20).join('\n')}`, { cause: error });
      },
    );
    const value = found === undefined || found === 'ended' ? look() : found;
    if (value !== undefined) return value;
    throw new Error(`${path} ended (${JSON.stringify(ended)}) before ${what}:\n${lines.slice(-20).join('\n')}`);
  };

  return {
    pid,
    lines,
    messages,
    exited,
    kill: (signal) => void child.kill(signal),
    waitForLine: (pattern, timeoutMs = 10_000) =>
      until(() => lines.find((line) => pattern.test(line)), `a line like ${pattern}`, timeoutMs),
    async waitUntilReady(timeoutMs = START_WITHIN_MS) {
      await until(() => (messages.includes('ready') ? true : undefined), `'ready'`, timeoutMs);
    },
    async stop() {
      await endProcess(child, 'SIGTERM', 15_000);
      return exited;
    },
  };
}
