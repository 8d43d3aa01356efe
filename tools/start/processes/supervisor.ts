import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, renameSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { endProcess, endWithUs, waitFor, type Say } from '@haru/local-servers';
import { plainLine } from './log-lines.js';
import { endOf, hasEnded, restartOnExit, type Restarted, type RestartOptions } from './restart-on-exit.js';
import { root } from '../../common/workspace.js';
import { StartError } from '../environment/settings.js';

/** On an overloaded machine a worker's low priority makes its start take minutes. A process that ends is noticed immediately. */
export const READY_WITHIN_MS = 300_000;
/** This is longer than `runProcess` takes to finish its work in flight. */
const STOP_WITHIN_MS = 35_000;
/** A line for each request is 20 MB a day with one request a second. */
const MAX_LOG_BYTES = 32 * 1024 * 1024;

export interface ProcessPlan {
  name: string;
  /** The services in it, if it has several. */
  services?: readonly string[];
  /** Arguments of Node, the entry file among them. */
  args: readonly string[];
  cwd?: string;
  env: Record<string, string>;
  /** Source folders whose change restarts it, in `npm run dev`. */
  sources: readonly string[];
  /** Whether its work can wait for processes that answer requests. */
  givesWay?: boolean;
  /** When it is up; without this, when it says 'ready' over IPC. */
  isReady?: () => Promise<boolean>;
}

export interface Supervised extends Restarted {
  readonly plan: ProcessPlan;
}

interface SupervisorOptions extends Pick<RestartOptions, 'say' | 'onRestart' | 'onGiveUp'> {
  logDirectory: string;
}

/** One of our processes, restarted when it ends. Its `start` throws a StartError with its last lines when it ends before it is ready. */
export function supervise(plan: ProcessPlan, { logDirectory, ...options }: SupervisorOptions): Supervised {
  const logFile = join(logDirectory, `${plan.name}.log`);
  const writeLine = openLog(logFile);
  const restarted = restartOnExit({
    ...options,
    name: plan.name,
    async launch(onSpawn) {
      const child = spawnProcess(plan);
      onSpawn({
        child,
        stop: () => endProcess(child, 'SIGTERM', STOP_WITHIN_MS),
        lastOutput: () => `its log is ${logFile}`,
      });
      await untilReady(child, plan, collectLines(child, writeLine, plan.name, options.say));
    },
  });
  return Object.assign(restarted, { plan });
}

/** @returns a function that writes a line. The log is moved aside first, and whenever it is large. */
function openLog(file: string): Say {
  const open = () => createWriteStream(file, { flags: 'a', mode: 0o600 }).on('error', () => undefined);
  const moveAside = () => existsSync(file) && renameSync(file, file.replace(/\.log$/, '.previous.log'));
  moveAside();
  let log = open();
  return (line) => {
    if (log.bytesWritten > MAX_LOG_BYTES) {
      log.end();
      moveAside();
      log = open();
    }
    // A failed write, such as on a full disk, has closed it.
    if (log.destroyed) log = open();
    log.write(`${line}\n`);
  };
}

function spawnProcess(plan: ProcessPlan): ChildProcess {
  const child = spawn(process.execPath, plan.args, {
    cwd: plan.cwd ?? root,
    env: { ...process.env, ...plan.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // The process has a group of its own, so that Ctrl-C in the terminal reaches only us, and we end all in order.
    detached: true,
  });
  endWithUs(child);
  if (plan.givesWay && child.pid !== undefined) giveWay(child.pid);
  return child;
}

/** About a tenth of the share that the others have of a busy core. */
const NICENESS = 10;

/** Call it right after the start: a process's threads keep the priority that it has when it makes them. */
export function giveWay(pid: number): void {
  // Where Linux shares cores out by session first (autogroup), the first figure counts only within the session.
  const autogroup = `/proc/${pid}/autogroup`;
  try {
    setPriority(pid, NICENESS);
    if (existsSync(autogroup)) writeFileSync(autogroup, String(NICENESS));
  } catch (error) {
    // A container may forbid it, and a second change within a tenth of a second is refused to users other than root.
    console.warn(`process ${pid} keeps its session's priority: ${String(error)}`);
  }
}

/** Writes all lines to the log file and reports those that a person should see. Returns the last lines. */
function collectLines(child: ChildProcess, writeLine: Say, name: string, say: Say): string[] {
  const lastLines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      writeLine(line);
      lastLines.push(line);
      if (lastLines.length > 15) lastLines.shift();
      const plain = plainLine(line, stream === child.stderr);
      if (plain) say(`[${name}] ${plain}`);
    });
  }
  return lastLines;
}

async function untilReady(child: ChildProcess, plan: ProcessPlan, lastLines: readonly string[]): Promise<void> {
  let isReady = false;
  let failure: Error | undefined;
  child.once('error', (error) => (failure = error));
  child.on('message', (message) => (isReady ||= message === 'ready'));
  const look = async (): Promise<boolean> => {
    if (failure) throw failure;
    return hasEnded(child) || isReady || ((await plan.isReady?.()) ?? false);
  };
  try {
    await waitFor(look, { timeoutMs: READY_WITHIN_MS, what: `${plan.name} to be ready` });
  } catch (error) {
    await endProcess(child, 'SIGTERM', STOP_WITHIN_MS);
    throw error;
  }
  if (hasEnded(child)) {
    throw new StartError(`${plan.name} ended (${endOf(child)}) before it was ready:\n${lastLines.join('\n')}`);
  }
}
