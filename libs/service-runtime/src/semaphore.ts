/** Work was turned away because too much of it waits already. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/** Has so many pieces of work done at once, lets so many wait for their turn, and turns the others away. */
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
    // Whoever leaves hands its place on.
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
