import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { endProcess, endWithUs } from '@haru/testing';
import { root, StartError } from './settings.js';

/** Nx without its daemon and its full-screen view: nothing is to stay behind, and the terminal is ours. */
export const nxEnvironment = {
  NX_DAEMON: 'false',
  NX_TUI: 'false',
  NX_TASKS_RUNNER_DYNAMIC_OUTPUT: 'false',
  FORCE_COLOR: '0',
};

export interface Build {
  done: Promise<string>;
  stop(): Promise<void>;
}

/** Builds every app that has changed since its last build. `done` gives what the build printed. */
export function startBuild(): Build {
  const args = ['run-many', '-t', 'build', '-p', 'tag:type:app', '--outputStyle=static'];
  const child = spawn(process.execPath, [join(root, 'node_modules/.bin/nx'), ...args], {
    cwd: root,
    env: { ...process.env, ...nxEnvironment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  endWithUs(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const done = new Promise<string>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new StartError(`The build failed:\n${output.trim()}`)),
    );
  });
  return { done, stop: () => endProcess(child, 'SIGTERM') };
}
