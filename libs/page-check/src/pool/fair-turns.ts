/** Work that waits is done together up to this cost. Each message to a thread wakes two threads, which takes 0.2 ms. */
const MAX_GROUP_COST = 65_536;
const MAX_WAITING = 256;

interface Work<Item> {
  item: Item;
  /** The work takes the turns of each of these clients. */
  clients: readonly string[];
  cost: number;
  /** When it aborts, waiting work never begins; running work continues, and its result is not used. */
  signal?: AbortSignal | undefined;
}

interface Waiting<Item, Result> extends Work<Item>, PromiseWithResolvers<Result> {
  tag: number;
}

export class TooManyWaitError extends Error {}

/**
 * Runs one group of work at a time. Clients share the time, and of those that used as much the cheapest work comes
 * first: self-clocked fair queuing (Golestani, "A self-clocked fair queueing scheme for broadband applications", 1994).
 */
export class FairTurns<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  /** The tag of a client counts what it used, including its waiting work. */
  private readonly tags = new Map<string, number>();
  private isRunning = false;
  private time = 0;

  /** @param act does all of them or fails, and returns a result for each in their order */
  constructor(private readonly act: (items: readonly Item[]) => Promise<readonly Result[]>) {}

  /** Sums up the cost of the waiting work that comes before this work. */
  costBefore(work: Pick<Work<Item>, 'clients' | 'cost'>): number {
    const tag = this.tagOf(work);
    return this.waiting.reduce((sum, other) => (other.tag <= tag ? sum + other.cost : sum), 0);
  }

  /** @throws TooManyWaitError, the signal's reason, or what `act` throws for this work alone */
  async pass(work: Work<Item>): Promise<Result> {
    work.signal?.throwIfAborted();
    const waiting = { ...work, ...Promise.withResolvers<Result>(), tag: this.tagOf(work) };
    this.waiting.push(waiting);
    if (this.waiting.length > MAX_WAITING) this.refuseLast();
    if (this.waiting.includes(waiting)) {
      for (const client of work.clients) this.tags.set(client, waiting.tag);
      work.signal?.addEventListener('abort', () => this.leave(waiting, work.signal?.reason), { once: true });
      if (!this.isRunning) void this.run();
    }
    return waiting.promise;
  }

  private tagOf({ clients, cost }: Pick<Work<Item>, 'clients' | 'cost'>): number {
    return Math.max(this.time, ...clients.map((client) => this.tags.get(client) ?? 0)) + cost;
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.length > 0) await this.perform(this.nextGroup());
    this.isRunning = false;
    this.tags.clear();
    this.time = 0;
  }

  private nextGroup(): Waiting<Item, Result>[] {
    const inOrder = this.waiting.toSorted((one, other) => one.tag - other.tag);
    let sum = 0;
    const group = inOrder.filter(({ cost }, index) => (sum += cost) <= MAX_GROUP_COST || index === 0);
    this.waiting = inOrder.slice(group.length);
    this.time = group.at(-1)?.tag ?? this.time;
    return group;
  }

  private async perform(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.act(group.map(({ item }) => item));
      group.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      // One may have failed because of another.
      if (group.length > 1) for (const one of group) await this.perform([one]);
      else group.forEach(({ reject }) => reject(error));
    }
  }

  private refuseLast(): void {
    const last = this.waiting.reduce((one, other) => (other.tag > one.tag ? other : one));
    this.leave(last, new TooManyWaitError(`${MAX_WAITING} wait already`));
  }

  private leave(waiting: Waiting<Item, Result>, reason: unknown): void {
    this.waiting = this.waiting.filter((other) => other !== waiting);
    waiting.reject(reason);
  }
}
