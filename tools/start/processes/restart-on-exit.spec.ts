import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endProcess, isRunning, waitFor } from '@haru/testing';
import { expect, it } from '@jest/globals';
import { restartOnExit, type Restarted, type Running } from './restart-on-exit.js';

const FOREVER = 'setInterval(() => undefined, 1000); console.log("up")';

async function startNode(script: string): Promise<Running> {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore'] });
  await once(child.stdout, 'data');
  return { child, stop: () => endProcess(child, 'SIGTERM'), lastOutput: () => 'its last words\n' };
}

function supervised(scripts: readonly string[]) {
  const lines: string[] = [];
  const failures: Error[] = [];
  let launches = 0;
  const restarted: Restarted = restartOnExit({
    name: 'The server',
    launch: async (onSpawn) => onSpawn(await startNode(scripts[Math.min(launches++, scripts.length - 1)] ?? '')),
    say: (line) => lines.push(line),
    onRestart: () => lines.push('restarted'),
    onGiveUp: (error) => failures.push(error),
    backOffMs: [10],
  });
  return { restarted, lines, failures, launches: () => launches };
}

it('starts a killed server again, under its new process id, until it is stopped', async () => {
  const { restarted, lines, failures, launches } = supervised([FOREVER]);
  await restarted.start();
  const first = restarted.pid ?? 0;
  process.kill(first, 'SIGKILL');
  await waitFor(() => lines.includes('restarted'));
  expect(restarted.pid).not.toBe(first);
  expect(lines).toEqual(['The server ended (SIGKILL); starting it again in 0.01 s', 'The server is back', 'restarted']);
  await restarted.stop();
  expect(isRunning(restarted.pid ?? 0)).toBe(false);
  expect([failures, launches()]).toEqual([[], 2]);
});

it('gives up on a server that keeps ending, with how it ended and what it wrote last', async () => {
  const { restarted, failures, launches } = supervised(['console.log("up"); process.exitCode = 3']);
  await restarted.start();
  await waitFor(() => failures.length > 0);
  expect(failures.map(({ message }) => message)).toEqual(['The server keeps ending (code 3):\nits last words']);
  expect(launches()).toBe(6);
  await restarted.stop();
});

it('stops a server that is being started again', async () => {
  const { restarted, lines, launches } = supervised([FOREVER]);
  await restarted.start();
  process.kill(restarted.pid ?? 0, 'SIGKILL');
  await waitFor(() => launches() === 2);
  await restarted.stop();
  expect(isRunning(restarted.pid ?? 0)).toBe(false);
  expect(lines.at(0)).toMatch(/^The server ended/);
});
