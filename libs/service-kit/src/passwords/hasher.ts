import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '@haru/contracts';
import { Logger } from '@nestjs/common';

export interface HashCost {
  memoryKib: number;
  iterations: number;
  parallelism: number;
}

type Work =
  | { do: 'hash'; password: string; cost: HashCost; salt?: string | undefined }
  | { do: 'verify'; password: string; passwordHash: string };
export type HashTask = Work & { id: number };
export type HashAnswer = { id: number } & ({ result: string | boolean } | { error: string });

interface Call {
  task: HashTask;
  isRepeated: boolean;
  resolve: (result: string | boolean) => void;
  reject: (error: Error) => void;
}

const RETRY_AFTER_SECONDS = 1;
/** The process takes 34 MB. Its start takes a tenth of a second. */
const IDLE_MS = 10_000;
const ENTRY = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './hasher-process.ts' : './hasher-process.js', import.meta.url),
);

/**
 * Hashes in a process of a lower priority: a hash takes a core for tens of milliseconds, and requests for pages on the
 * same cores come first. A thread would share the service's libuv pool. The process starts with the first hash, ends
 * after ten seconds without one, and is replaced when it dies; the new process repeats the unfinished hashes.
 */
export class Hasher {
  private readonly logger = new Logger(Hasher.name);
  private readonly calls = new Map<number, Call>();
  private lastId = 0;
  private child: ChildProcess | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private isClosed = false;

  /** @param concurrency the hashes computed concurrently; further ones wait within the process */
  constructor(
    private readonly concurrency: number,
    private readonly idleMs = IDLE_MS,
  ) {}

  /**
   * Returns the hash in PHC form, with its cost and its salt.
   * @param salt hexadecimal; random if absent
   * @throws ServiceError SERVICE_UNAVAILABLE
   */
  async hash(password: string, cost: HashCost, salt?: string): Promise<string> {
    return String(await this.ask({ do: 'hash', password, cost, salt }));
  }

  /** @throws ServiceError SERVICE_UNAVAILABLE; Error when `passwordHash` is no hash */
  async verify(passwordHash: string, password: string): Promise<boolean> {
    return (await this.ask({ do: 'verify', passwordHash, password })) === true;
  }

  /** Ends the process. Unfinished hashes fail, so close it after the last request. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idleTimer);
    const { child } = this;
    if (!child) return;
    const exited = once(child, 'exit');
    // A graceful end would have to wait for a free core.
    child.kill('SIGKILL');
    await exited;
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  private ask(work: Work): Promise<string | boolean> {
    return new Promise((resolve, reject) => {
      this.lastId += 1;
      this.give({ task: { ...work, id: this.lastId }, isRepeated: false, resolve, reject });
    });
  }

  private give(call: Call): void {
    if (this.isClosed) {
      call.reject(unavailable('the hasher is closed'));
      return;
    }
    this.calls.set(call.task.id, call);
    clearTimeout(this.idleTimer);
    const child = (this.child ??= this.start());
    // A failed send is followed by the end of the process, which is where calls are repeated.
    child.send(call.task, (error) => error && child.kill('SIGKILL'));
  }

  private start(): ChildProcess {
    const child = fork(ENTRY, [], {
      // The process gets none of the service's settings, secrets or loaders.
      env: { UV_THREADPOOL_SIZE: String(this.concurrency) },
      execArgv: [],
      // It has a session of its own, so that signals to the service's group do not reach it and its priority has
      // effect.
      detached: true,
    });
    child.on('message', (answer: HashAnswer) => this.settle(answer));
    const onEnd = (reason: string): void => {
      if (this.child !== child) return;
      this.child = undefined;
      if (!this.isClosed) this.logger.warn(`${reason}; it is replaced`);
      this.repeat(reason);
    };
    child.on('error', (error) => onEnd(error.message));
    child.on('exit', (code, signal) => onEnd(`the hasher ended: ${signal ?? code}`));
    return child;
  }

  private settle(answer: HashAnswer): void {
    const call = this.calls.get(answer.id);
    if (!call) return;
    this.calls.delete(answer.id);
    if ('error' in answer) call.reject(new Error(answer.error));
    else call.resolve(answer.result);
    if (this.calls.size === 0) this.idleTimer = setTimeout(() => this.rest(), this.idleMs).unref();
  }

  private rest(): void {
    const { child } = this;
    this.child = undefined;
    // Only the channel keeps the process alive.
    child?.disconnect();
  }

  /** A hash is repeated once only, because a password that ended two processes might end them all. */
  private repeat(reason: string): void {
    const lost = [...this.calls.values()];
    this.calls.clear();
    for (const call of lost) {
      if (call.isRepeated) call.reject(unavailable(reason));
      else this.give({ ...call, isRepeated: true });
    }
  }
}

function unavailable(reason: string): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: new Error(reason) });
}
