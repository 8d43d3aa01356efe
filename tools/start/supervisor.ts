import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream, existsSync, renameSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { endProcess, endWithUs, waitFor, type Say } from '@haru/testing';
import { plainLine } from './log-lines.js';
import { root, StartError } from './settings.js';

const READY_WITHIN_MS = 60_000;
/** Longer than `runProcess` gives itself to finish what is in hand. */
const STOP_WITHIN_MS = 35_000;
const BACK_OFF_MS = [500, 1_000, 2_000, 4_000, 8_000];
/** So many unexpected ends within a minute, and it is not an accident. */
const MOST_ENDS_PER_MINUTE = 5;

export interface ProcessPlan {
  name: string;
  /** Arguments of Node, the entry file among them. */
  args: readonly string[];
  cwd?: string;
  env: Record<string, string>;
  /** Source folders whose change restarts it, in `npm run dev`. */
  sources: readonly string[];
  /** Nobody waits for what it does: on this machine those who answer people go first. */
  givesWay?: boolean;
  /** When it is up; without this, when it says 'ready' over IPC. */
  isReady?: () => Promise<boolean>;
}

export interface Supervised {
  readonly plan: ProcessPlan;
  readonly pid: number | undefined;
  /** Starts it and waits until it is ready. @throws StartError with its last lines when it ends before that. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Ends it in good order and starts it again. */
  restart(): Promise<void>;
}

export interface SupervisorOptions {
  say: Say;
  logDirectory: string;
  /** Called when a process has been started again by itself. */
  onRestart: () => void;
  /** Called once when a process keeps ending; the system is of no use any more. */
  onGiveUp: (error: Error) => void;
}

/** A process that, once started and ready, is started again whenever it ends unasked. */
export function supervise(plan: ProcessPlan, options: SupervisorOptions): Supervised {
  const { say } = options;
  const logFile = join(options.logDirectory, `${plan.name}.log`);
  if (existsSync(logFile)) renameSync(logFile, logFile.replace(/\.log$/, '.previous.log'));
  const log = createWriteStream(logFile, { flags: 'a', mode: 0o600 });
  let child: ChildProcess | undefined;
  let stopping = false;
  let ends: number[] = [];

  const launch = async (): Promise<void> => {
    const launched = spawnProcess(plan);
    child = launched;
    const lastLines = collectLines(launched, log, plan.name, say);
    await untilReady(launched, plan, lastLines);
    launched.once('exit', (code, signal) => {
      if (!stopping && child === launched) void comeBack(signal ?? `code ${code}`);
    });
    // It may have ended between its 'ready' and the line above.
    if (hasEnded(launched)) void comeBack('at once');
  };

  const comeBack = async (reason: string): Promise<void> => {
    for (let why = reason; !stopping;) {
      const now = Date.now();
      ends = [...ends.filter((time) => now - time < 60_000), now];
      if (ends.length > MOST_ENDS_PER_MINUTE) {
        options.onGiveUp(new StartError(`${plan.name} keeps ending (${why}); its log is ${logFile}`));
        return;
      }
      const pause = BACK_OFF_MS[Math.min(ends.length, BACK_OFF_MS.length) - 1] ?? 500;
      say(`${plan.name} ended (${why}); starting it again in ${pause / 1000} s`);
      await delay(pause);
      if (stopping) return;
      try {
        await launch();
        say(`${plan.name} is back`);
        options.onRestart();
        return;
      } catch (error) {
        why = error instanceof Error ? error.message : String(error);
      }
    }
  };

  const stop = async (): Promise<void> => {
    stopping = true;
    if (child) await endProcess(child, 'SIGTERM', STOP_WITHIN_MS);
  };

  return {
    plan,
    get pid() {
      return child?.pid;
    },
    start: launch,
    stop,
    async restart() {
      await stop();
      stopping = false;
      ends = [];
      await launch();
    },
  };
}

function spawnProcess(plan: ProcessPlan): ChildProcess {
  const child = spawn(process.execPath, plan.args, {
    cwd: plan.cwd ?? root,
    env: { ...process.env, ...plan.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // A group of its own: Ctrl-C in the terminal is for us, who end them in order.
    detached: true,
  });
  endWithUs(child);
  if (plan.givesWay && child.pid !== undefined) giveWay(child.pid);
  return child;
}

/** About a tenth of the share that the others have of a busy core. */
const NICENESS = 10;

/** To be called right after the start: a process's threads have the priority that it had when it made them. */
function giveWay(pid: number): void {
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

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Everything goes to the log file; what a person should see is said. Gives the last lines. */
function collectLines(child: ChildProcess, log: NodeJS.WritableStream, name: string, say: Say): string[] {
  const lastLines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
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
    const end = child.signalCode ?? `code ${child.exitCode}`;
    throw new StartError(`${plan.name} ended (${end}) before it was ready:\n${lastLines.join('\n')}`);
  }
}
