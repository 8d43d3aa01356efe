import { UsagePerClient } from '@haru/service-runtime';

/** This many requests begin in one turn of the event loop. */
const PER_TURN = 4;
/** While several clients send requests, each may have this many that have begun and not ended. */
const PER_CLIENT = 6;
/** A request that takes longer than this no longer counts for its client: a slow reader must not delay its neighbours. */
const COUNTED_MS = 1_000;
/** Several clients send requests if two of them did within this time. */
const SHARED_MS = 1_000;

/** Begins a request. Its end may be reported more than once. */
type Begin = (end: () => void) => void;

/**
 * Begins a few requests in each turn of the event loop, one client after the other. 40 signatures to verify in one turn
 * take about 70 ms, and 200 requests that are refused as long; other clients wait for several such turns: Node accepts
 * one connection in each turn. The services and the database take requests in the order in which they begin, so a client
 * with many of them waits here while there are other clients.
 */
export class FairQueue {
  /** The map is by client; the client that has waited longest for a turn stands first. */
  private readonly waiting = new Map<string, Begin[]>();
  private readonly begun = new UsagePerClient(PER_CLIENT);
  private begunInTurn = 0;
  private isScheduled = false;
  private lastClient: string | undefined;
  private sharedUntil = 0;

  /**
   * Begins immediately if this turn has begun few requests, else in one of the next.
   * @returns what takes the request out if it has not begun
   */
  add(client: string, begin: Begin): () => void {
    if (client !== (this.lastClient ?? client)) this.sharedUntil = performance.now() + SHARED_MS;
    this.lastClient = client;
    if (this.begunInTurn < PER_TURN && this.waiting.size === 0 && this.mayBegin(client)) this.begin(client, begin);
    else this.queueOf(client).push(begin);
    this.schedule();
    return () => this.remove(client, begin);
  }

  private remove(client: string, begin: Begin): void {
    const queue = this.waiting.get(client);
    const index = queue?.indexOf(begin) ?? -1;
    if (index >= 0) queue?.splice(index, 1);
    if (queue?.length === 0) this.waiting.delete(client);
  }

  private mayBegin(client: string): boolean {
    return this.begun.hasCapacity(client) || performance.now() >= this.sharedUntil;
  }

  private queueOf(client: string): Begin[] {
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
    this.begunInTurn = 0;
    for (const [client, queue] of this.waiting) {
      if (this.begunInTurn === PER_TURN) break;
      if (!this.mayBegin(client)) continue;
      const begin = queue.shift();
      this.waiting.delete(client);
      if (queue.length > 0) this.waiting.set(client, queue);
      if (begin) this.begin(client, begin);
    }
    if (this.begunInTurn > 0) this.schedule();
  }

  private begin(client: string, begin: Begin): void {
    this.begunInTurn += 1;
    this.begun.take(client);
    let isEnded = false;
    const end = (): void => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      this.begun.release(client);
      if (this.waiting.size > 0) this.schedule();
    };
    const timer = setTimeout(end, COUNTED_MS).unref();
    begin(end);
  }
}
