import { join } from 'node:path';
import { startNode, type RunningCommand } from '../common/run-command.js';
import { root } from '../common/workspace.js';

/** Runs Nx without its daemon, which would keep running, and without its full-screen view. */
export function startNx(args: readonly string[]): RunningCommand {
  return startNode([join(root, 'node_modules/.bin/nx'), ...args], {
    env: { NX_DAEMON: 'false', NX_TUI: 'false', NX_TASKS_RUNNER_DYNAMIC_OUTPUT: 'false', FORCE_COLOR: '0' },
  });
}

/** Builds every app that has changed since its last build. */
export const startBuild = (): RunningCommand =>
  startNx(['run-many', '-t', 'build', '-p', 'tag:type:app', '--outputStyle=static']);

/** The line of the web's build about the JavaScript of the first view. */
export const firstViewLine = (output: string): string | undefined =>
  output
    .split('\n')
    .find((line) => /first view/i.test(line))
    ?.replace(/^\[.*?\]/, '')
    .trim();
