export interface Work {
  /** The work takes the turns of each of these clients. */
  clients: readonly string[];
  cost: number;
  /** It ends the wait; running work continues. */
  signal?: AbortSignal | undefined;
}

interface Waiting extends Work {
  tag: number;
  begin: () => void;
  refuse: (reason: Error) => void;
}

export class TooManyWaitError extends Error {}

/**
 * Runs one piece of work at a time. Clients share the time, and of those that used as much the cheapest work comes first:
 * self-clocked fair queuing (Golestani, "A self-clocked fair queueing scheme for broadband applications", 1994).
 */
export class FairTurns {
  private readonly waiting: Waiting[] = [];
  /** The tag of a client counts what it used, including its waiting work. */
  private readonly tags = new Map<string, number>();
  private running: Work | undefined;
  private time = 0;

  constructor(private readonly maxWaiting: number) {}

  /** Sums up the cost of the waiting work that comes before this work. */
  costBefore(work: Work): number {
    const tag = this.tagOf(work);
    return this.waiting.reduce((sum, other) => (other.tag <= tag ? sum + other.cost : sum), 0);
  }

  /** @throws TooManyWaitError, or the signal's reason without having begun, and what `act` throws */
  async pass<T>(work: Work, act: () => Promise<T>): Promise<T> {
    work.signal?.throwIfAborted();
    const tag = this.tagOf(work);
    if (this.running) await this.turn(work, tag);
    else this.begin({ ...work, tag });
    try {
      return await act();
    } finally {
      this.next();
    }
  }

  private tagOf({ clients, cost }: Work): number {
    return Math.max(this.time, ...clients.map((client) => this.tags.get(client) ?? 0)) + cost;
  }

  private begin(work: Work & { tag: number }): void {
    this.running = work;
    this.time = work.tag;
    for (const client of work.clients) this.tags.set(client, Math.max(work.tag, this.tags.get(client) ?? 0));
  }

  private turn(work: Work, tag: number): Promise<void> {
    return new Promise((begin, refuse) => {
      const waiting: Waiting = { ...work, tag, begin, refuse };
      this.waiting.push(waiting);
      if (this.waiting.length > this.maxWaiting) this.refuseLast();
      if (!this.waiting.includes(waiting)) return;
      for (const client of work.clients) this.tags.set(client, tag);
      work.signal?.addEventListener('abort', () => this.leave(waiting, work.signal?.reason as Error), { once: true });
    });
  }

  private refuseLast(): void {
    const last = this.waiting.reduce((one, other) => (other.tag > one.tag ? other : one));
    this.leave(last, new TooManyWaitError(`${this.maxWaiting} wait already`));
  }

  private leave(waiting: Waiting, reason: Error): void {
    const index = this.waiting.indexOf(waiting);
    if (index === -1) return;
    this.waiting.splice(index, 1);
    waiting.refuse(reason);
  }

  private next(): void {
    this.running = undefined;
    const [first, ...others] = this.waiting;
    if (!first) {
      this.tags.clear();
      this.time = 0;
      return;
    }
    const next = others.reduce((one, other) => (other.tag < one.tag ? other : one), first);
    this.waiting.splice(this.waiting.indexOf(next), 1);
    this.begin(next);
    next.begin();
  }
}
