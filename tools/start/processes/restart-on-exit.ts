import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Say } from '@haru/local-servers';
import { StartError } from '../environment/settings.js';

const BACK_OFF_MS = [500, 1_000, 2_000, 4_000, 8_000];
/** After more unexpected ends than this within a minute the process is not started again. */
const MAX_ENDS_PER_MINUTE = 5;

/** A process that was started, and how it is stopped in good order. */
export interface Running {
  child: ChildProcess;
  stop(): Promise<void>;
  /** The last lines that it wrote, for the message when it keeps ending. */
  lastOutput?(): string;
}

export interface RestartOptions {
  /** As the person reads it: "PostgreSQL ended (SIGKILL)". */
  name: string;
  /**
   * Starts the process and waits until it is ready. It calls `onSpawn` as soon as there is a process to stop.
   * @throws when it does not become ready; nothing of it runs then.
   */
  launch(onSpawn: (running: Running) => void): Promise<void>;
  say: Say;
  /** Called when the process has been started again by itself. */
  onRestart(): void;
  /** Called once when it keeps ending and the system cannot work without it. */
  onGiveUp(error: Error): void;
  backOffMs?: readonly number[];
}

export interface Restarted {
  readonly pid: number | undefined;
  start(): Promise<void>;
  /** Stops it for good, also while it is being started. */
  stop(): Promise<void>;
  /** Stops it in good order and starts it again. */
  restart(): Promise<void>;
}

/** A process that, once started and ready, is started again whenever it ends without being asked to. */
export function restartOnExit({ name, say, backOffMs = BACK_OFF_MS, ...options }: RestartOptions): Restarted {
  let running: Running | undefined;
  let launching: Promise<void> | undefined;
  /** `stop` increments it, which ends the steps that an earlier start still runs. */
  let life = 0;
  let ends: number[] = [];

  const launch = async (): Promise<void> => {
    const startedIn = life;
    let launched: Running | undefined;
    launching = options.launch((spawned) => (running = launched = spawned));
    await launching;
    const { child } = launched ?? {};
    if (!child) return;
    const onExit = (): void => {
      if (life === startedIn) void bringBack(endOf(child));
    };
    // It may have ended since it became ready.
    if (hasEnded(child)) onExit();
    else child.once('exit', onExit);
  };

  const bringBack = async (firstReason: string): Promise<void> => {
    const diedIn = life;
    for (let reason = firstReason; life === diedIn;) {
      const now = Date.now();
      ends = [...ends.filter((time) => now - time < 60_000), now];
      if (ends.length > MAX_ENDS_PER_MINUTE) {
        const output = running?.lastOutput?.().trim();
        options.onGiveUp(new StartError(`${name} keeps ending (${reason})${output ? `:\n${output}` : ''}`));
        return;
      }
      const pause = backOffMs[Math.min(ends.length, backOffMs.length) - 1] ?? 500;
      say(`${name} ended (${reason}); starting it again in ${pause / 1000} s`);
      await delay(pause);
      if (life !== diedIn) return;
      try {
        await launch();
        say(`${name} is back`);
        options.onRestart();
        return;
      } catch (error) {
        reason = error instanceof Error ? error.message : String(error);
      }
    }
  };

  const stop = async (): Promise<void> => {
    life += 1;
    await running?.stop();
    // A launch in flight fails, which its caller sees, or results in one more process to stop.
    await Promise.allSettled([launching]);
    await running?.stop();
  };

  return {
    get pid() {
      return running?.child.pid;
    },
    start: launch,
    stop,
    async restart() {
      await stop();
      ends = [];
      await launch();
    },
  };
}

export const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null;

/** Describes how a process ended. */
export const endOf = ({ signalCode, exitCode }: ChildProcess): string => signalCode ?? `code ${exitCode}`;
