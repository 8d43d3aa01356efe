interface Work<Item> {
  item: Item;
  /** The work takes the turns of each of these clients. */
  clients: readonly string[];
  cost: number;
  /** When it aborts, waiting work never begins; running work continues, and its result is not used. */
  signal?: AbortSignal | undefined;
}

interface Waiting<Item, Result> extends Work<Item> {
  tag: number;
  resolve: (result: Result) => void;
  reject: (reason: unknown) => void;
}

interface FairTurnsOptions<Item, Result> {
  /** Does all of them or fails, and returns a result for each in their order. */
  act: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Work that waits is done together up to this cost; more expensive work is done alone. */
  maxCost: number;
  maxWaiting: number;
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

  constructor(private readonly options: FairTurnsOptions<Item, Result>) {}

  /** Sums up the cost of the waiting work that comes before this work. */
  costBefore(work: Pick<Work<Item>, 'clients' | 'cost'>): number {
    const tag = this.tagOf(work);
    return this.waiting.reduce((sum, other) => (other.tag <= tag ? sum + other.cost : sum), 0);
  }

  /** @throws TooManyWaitError, the signal's reason, or what `act` throws for this work alone */
  async pass(work: Work<Item>): Promise<Result> {
    work.signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const waiting: Waiting<Item, Result> = { ...work, tag: this.tagOf(work), resolve, reject };
      this.waiting.push(waiting);
      if (this.waiting.length > this.options.maxWaiting) this.refuseLast();
      if (!this.waiting.includes(waiting)) return;
      for (const client of work.clients) this.tags.set(client, waiting.tag);
      work.signal?.addEventListener('abort', () => this.leave(waiting, work.signal?.reason), { once: true });
      if (!this.isRunning) void this.run();
    });
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
    let [count, sum] = [0, 0];
    for (const { cost } of inOrder) {
      sum += cost;
      if (count > 0 && sum > this.options.maxCost) break;
      count += 1;
    }
    this.waiting = inOrder.slice(count);
    this.time = inOrder[count - 1]?.tag ?? this.time;
    return inOrder.slice(0, count);
  }

  private async perform(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.options.act(group.map(({ item }) => item));
      group.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      // One may have failed because of another.
      if (group.length > 1) for (const one of group) await this.perform([one]);
      else group.forEach(({ reject }) => reject(error));
    }
  }

  private refuseLast(): void {
    const last = this.waiting.reduce((one, other) => (other.tag > one.tag ? other : one));
    this.leave(last, new TooManyWaitError(`${this.options.maxWaiting} wait already`));
  }

  private leave(waiting: Waiting<Item, Result>, reason: unknown): void {
    this.waiting = this.waiting.filter((other) => other !== waiting);
    waiting.reject(reason);
  }
}
