import { spawn } from 'node:child_process';
import { endProcess, endWithUs } from '@haru/local-servers';
import { root } from './workspace.js';

interface CommandOptions {
  cwd?: string;
  env?: Record<string, string>;
  /** The command is stopped, with a note in the output, when it takes longer than this. */
  timeoutMs?: number;
}

interface CommandResult {
  code: number | null;
  /** Standard output and errors in the order of arrival. */
  output: string;
}

export interface RunningCommand {
  done: Promise<CommandResult>;
  stop(): Promise<void>;
}

/** Runs Node with these arguments and collects its output. It ends with us at the latest. */
export function startNode(args: readonly string[], options: CommandOptions = {}): RunningCommand {
  const child = spawn(process.execPath, args, {
    cwd: options.cwd ?? root,
    env: { ...process.env, ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  endWithUs(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const timer = options.timeoutMs
    ? setTimeout(() => {
        output += `\nbroken off after ${(options.timeoutMs ?? 0) / 1000} s\n`;
        void endProcess(child, 'SIGTERM');
      }, options.timeoutMs)
    : undefined;
  const done = new Promise<CommandResult>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({ code, output: output.trim() });
    });
  });
  return { done, stop: () => endProcess(child, 'SIGTERM') };
}

/** The same, without a way to stop it earlier. */
export const runNode = (args: readonly string[], options?: CommandOptions): Promise<CommandResult> =>
  startNode(args, options).done;
