/** This many requests begin in one turn of the event loop. */
const PER_TURN = 4;

/**
 * Begins a few requests in each turn of the event loop, one client after the other. 40 signatures to verify in one turn
 * take about 70 ms, and 200 requests that are refused as long; other clients wait for several such turns: Node accepts
 * one connection in each turn.
 */
export class FairQueue {
  /** The map is by client; the client that has waited longest for a turn stands first. */
  private readonly waiting = new Map<string, (() => void)[]>();
  private begun = 0;
  private isScheduled = false;

  /** Begins immediately if this turn has begun few requests, else in one of the next. */
  add(client: string, begin: () => void): void {
    if (this.begun < PER_TURN && this.waiting.size === 0) this.begin(begin);
    else this.queueOf(client).push(begin);
    this.schedule();
  }

  private queueOf(client: string): (() => void)[] {
    let queue = this.waiting.get(client);
    if (!queue) this.waiting.set(client, (queue = []));
    return queue;
  }

  private schedule(): void {
    if (this.isScheduled) return;
    this.isScheduled = true;
    setImmediate(() => this.takeTurn());
  }

  private takeTurn(): void {
    this.isScheduled = false;
    this.begun = 0;
    for (const [client, [begin, ...rest]] of this.waiting) {
      if (this.begun === PER_TURN) break;
      this.waiting.delete(client);
      if (rest.length > 0) this.waiting.set(client, rest);
      if (begin) this.begin(begin);
    }
    if (this.begun > 0) this.schedule();
  }

  private begin(begin: () => void): void {
    this.begun += 1;
    begin();
  }
}
