/** The work was refused because too much of it waits already. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/** Runs a bounded number of tasks concurrently, lets a bounded number wait for their turn, and refuses the others. */
export class Semaphore {
  private busy = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly concurrency: number,
    private readonly maxWaiting = Infinity,
  ) {}

  /**
   * @param signal ends the wait; work that has begun continues
   * @throws QueueFullError or the signal's reason without having begun, and what `work` throws
   */
  async pass<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.busy < this.concurrency) this.busy += 1;
    else if (this.waiting.length >= this.maxWaiting) throw new QueueFullError(`${this.maxWaiting} wait already`);
    // The place of ended work passes to the next.
    else await this.turn(signal);
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.busy -= 1;
    }
  }

  private turn(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push(resolve);
      const onAbort = () => {
        const index = this.waiting.indexOf(resolve);
        if (index === -1) return;
        this.waiting.splice(index, 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }
}
