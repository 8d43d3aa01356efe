import type { ServiceError } from '@haru/contracts';

interface PendingCall {
  length: number;
  timer: NodeJS.Timeout;
  /** It is undefined until Redis has the request. */
  sent?: SentRequest;
  /** Counts consecutive rounds in which no replica had it. */
  missedRounds: number;
  resolve(reply: unknown): void;
  reject(error: ServiceError): void;
}

interface SentRequest {
  id: number;
  list: string;
  /** The number increases within the list. */
  number: number;
  /** The time is by `performance.now()`. */
  at: number;
}

/** These calls of one process have no answer yet. Each ends once: by reply, error or deadline. */
export class PendingCalls {
  private readonly calls = new Map<number, PendingCall>();
  private lastId = 0;
  private emptied: (() => void) | undefined;
  private length = 0;

  get size(): number {
    return this.calls.size;
  }

  /** This is the length of all their packets. */
  get totalLength(): number {
    return this.length;
  }

  nextId(): number {
    return ++this.lastId;
  }

  /** @returns the reply of the call. `onTimeout` gives the error at its deadline. */
  open(id: number, length: number, timeoutMs: number, onTimeout: () => ServiceError): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.reject(id, onTimeout()), timeoutMs);
      this.calls.set(id, { length, timer, missedRounds: 0, resolve, reject });
      this.length += length;
    });
  }

  /** @param last the number of the last of them in the list */
  noteSent(requests: readonly { id: number }[], list: string, last: number): void {
    const at = performance.now();
    for (const [index, { id }] of requests.entries()) {
      const call = this.calls.get(id);
      if (call) call.sent = { id, list, number: last - requests.length + 1 + index, at };
    }
  }

  sentBefore(time: number): SentRequest[] {
    return [...this.calls.values()].flatMap(({ sent }) => (sent && sent.at < time ? [sent] : []));
  }

  /** @returns how many consecutive rounds no replica had it; 0 for a call that has ended */
  noteRound(id: number, isHeld: boolean): number {
    const call = this.calls.get(id);
    if (!call) return 0;
    call.missedRounds = isHeld ? 0 : call.missedRounds + 1;
    return call.missedRounds;
  }

  /** @returns false after its deadline */
  resolve(id: number, reply: unknown): boolean {
    const call = this.take(id);
    call?.resolve(reply);
    return call !== undefined;
  }

  /** @returns false after its deadline */
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
