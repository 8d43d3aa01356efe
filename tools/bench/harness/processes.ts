import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@haru/local-servers';
import { spawnTypeScript } from '@haru/testing';
import { giveWay } from '../../start/processes/supervisor.js';
import { root } from '../../common/workspace.js';
import type { Bench } from './bench.js';
import type { Load, LoadReport } from './load.js';

const ps = (...args: string[]): string => execFileSync('ps', args, { encoding: 'utf8' }).trim();

/** The present resident memory of a process, or its largest so far. */
export function residentMib(pid = 0, which: 'VmRSS' | 'VmHWM' = 'VmRSS'): number {
  return Number(new RegExp(`^${which}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

/** Seconds of processor time that a process, with all its threads, has used so far. */
export function cpuSeconds(pid: number): number {
  const tasks = `/proc/${pid}/task`;
  // Nanoseconds, first of three fields; `stat` counts in hundredths of a second.
  const used = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]);
  return used.reduce((sum, nanoseconds) => sum + Number(nanoseconds), 0) / 1e9;
}

/** A stopped server answers nothing and closes nothing, as one whose host is lost. Its child processes stop, too. */
export async function whileFrozen(pids: readonly number[], during: () => Promise<unknown>): Promise<void> {
  const rows = ps('-A', '-o', 'pid=,ppid=').split('\n');
  const processes = rows.map((row) => row.trim().split(/\s+/).map(Number));
  const family = processes.flatMap(([pid = 0, parent = 0]) =>
    pids.includes(pid) || pids.includes(parent) ? [pid] : [],
  );
  try {
    for (const one of family) process.kill(one, 'SIGSTOP');
    await during();
  } finally {
    for (const one of family) process.kill(one, 'SIGCONT');
  }
}

/** The memory that k8s/base allows a process. */
function memoryLimitMib(process: string): number {
  const file = join(root, 'k8s/base/processes', `${process}.yaml`);
  const mebibytes = /limits: \{.*memory: (\d+)Mi/.exec(readFileSync(file, 'utf8'))?.[1];
  if (!mebibytes) throw new Error(`${file} states no memory limit in Mi`);
  return Number(mebibytes);
}

/**
 * Watches the memory of processes that k8s/base has limits for.
 * @returns a function that ends this, and checks the limits
 */
export function watchMemory(names: readonly string[], pids: Record<string, number>) {
  const watched = names.map((name) => {
    const pid = pids[name] ?? 0;
    return { name, pid, before: residentMib(pid), highest: residentMib(pid) };
  });
  const timer = setInterval(() => {
    for (const one of watched) one.highest = Math.max(one.highest, residentMib(one.pid));
  }, 50);
  return (bench: Bench, what: string, maxGrowth = Infinity): void => {
    clearInterval(timer);
    for (const { name, pid, before, highest } of watched) {
      const row = bench.row('MiB', `${what}: ${name}`).show({ before, after: residentMib(pid) });
      row.atMost(memoryLimitMib(name), 'highest', highest).atMost(maxGrowth, 'growth', highest - before);
    }
  };
}

/** A command that stays on one core where one is given. */
export function onCore(core: number | undefined, command: readonly string[]): [string, string[]] {
  const [program = '', ...args] = command;
  return core !== undefined ? ['taskset', ['-c', String(core), ...command]] : [program, args];
}

/** Starts a load in a process of its own. @returns once it sends; `report` comes when it has ended */
export async function startLoad(load: Load): Promise<{ report: Promise<LoadReport> }> {
  const directory = await temporaryDirectory('haru-load-');
  const file = join(directory.path, 'load.json');
  await writeFile(file, JSON.stringify(load));
  const child = spawnTypeScript(new URL('load.ts', import.meta.url), { args: [file], detached: load.isFlood ?? false });
  if (load.isFlood) giveWay(child.pid);
  await child.waitUntilReady();
  const end = async (): Promise<LoadReport> => {
    await child.exited;
    const report = child.messages[1] as LoadReport | undefined;
    if (!report) throw new Error(`the load ended without a report:\n${child.lines.join('\n')}`);
    return report;
  };
  return { report: end() };
}
