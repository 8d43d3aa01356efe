/** Work was turned away because too much of it waits already. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/** Runs so many pieces of work concurrently, lets so many wait for their turn, and refuses the others. */
export class Semaphore {
  private busy = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly atOnce: number,
    private readonly maxWaiting = Infinity,
  ) {}

  /** @throws QueueFullError without having begun, and what `work` throws */
  async pass<T>(work: () => Promise<T>): Promise<T> {
    if (this.busy < this.atOnce) this.busy += 1;
    else if (this.waiting.length >= this.maxWaiting) throw new QueueFullError(`${this.maxWaiting} wait already`);
    // The place of work that ended goes to the next.
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.busy -= 1;
    }
  }
}
