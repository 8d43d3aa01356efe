import type { ServiceError } from '@haru/contracts';

interface PendingCall {
  length: number;
  timer: NodeJS.Timeout;
  resolve(reply: unknown): void;
  reject(error: ServiceError): void;
}

/** The calls of one process that have no answer yet. Each ends once: by reply, error or deadline. */
export class PendingCalls {
  private readonly calls = new Map<number, PendingCall>();
  private lastId = 0;
  private emptied: (() => void) | undefined;
  private length = 0;

  get size(): number {
    return this.calls.size;
  }

  /** Length of all their packets. */
  get totalLength(): number {
    return this.length;
  }

  nextId(): number {
    return ++this.lastId;
  }

  /** @returns what the call ends with. `onTimeout` gives the error when the time is over. */
  open(id: number, length: number, timeoutMs: number, onTimeout: () => ServiceError): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.reject(id, onTimeout()), timeoutMs);
      this.calls.set(id, { length, timer, resolve, reject });
      this.length += length;
    });
  }

  /** @returns false after its deadline. */
  resolve(id: number, reply: unknown): boolean {
    const call = this.take(id);
    call?.resolve(reply);
    return call !== undefined;
  }

  /** @returns false after its deadline. */
  reject(id: number, error: ServiceError): boolean {
    const call = this.take(id);
    call?.reject(error);
    return call !== undefined;
  }

  /** Resolves when every call has ended. */
  untilEmpty(): Promise<void> {
    if (this.calls.size === 0) return Promise.resolve();
    return new Promise((resolve) => (this.emptied = resolve));
  }

  private take(id: number): PendingCall | undefined {
    const call = this.calls.get(id);
    if (!call) return undefined;
    this.calls.delete(id);
    this.length -= call.length;
    clearTimeout(call.timer);
    if (this.calls.size === 0) this.emptied?.();
    return call;
  }
}
