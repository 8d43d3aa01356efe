interface GroupCommitOptions<Item, Result> {
  /** Writes all of them or none. @returns a result for each, in their order */
  commit: (items: readonly Item[]) => Promise<readonly Result[]>;
  /** Tells whether an item caused the error and nothing was written: each item is then tried by itself. */
  isRefusal: (error: unknown) => boolean;
  /** An item counts so much against `maxSize`; 1 when left out. */
  sizeOf?: (item: Item) => number;
  /** A group has at most this total size, except that a larger item is written alone; no limit when left out. */
  maxSize?: number;
  /** So many groups are written concurrently. */
  concurrency: number;
}

/** A group has 1, 2, 4 … items, up to this many, so that few statements have to be prepared. */
const MAX_ITEMS = 32;

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Writes concurrent items together: one statement and one commit for many. No item waits for others: a lone item is
 * written immediately, and only items that arrive while enough groups are being written are grouped.
 */
export class GroupCommit<Item, Result> {
  private waiting: Waiting<Item, Result>[] = [];
  private underWay = 0;
  private scheduled = false;

  constructor(private readonly options: GroupCommitOptions<Item, Result>) {}

  /** @throws the error with which writing the item fails */
  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (this.scheduled) return;
      this.scheduled = true;
      // When it is called from a promise's continuation, this runs after all the others that are due.
      process.nextTick(() => {
        this.scheduled = false;
        this.start();
      });
    });
  }

  private start(): void {
    while (this.waiting.length > 0 && this.underWay < this.options.concurrency) {
      const group = this.waiting.splice(0, this.sizeOfNextGroup());
      this.underWay++;
      void this.write(group).finally(() => {
        this.underWay--;
        this.start();
      });
    }
  }

  private sizeOfNextGroup(): number {
    const { sizeOf = () => 1, maxSize = Infinity } = this.options;
    let count = 0;
    for (let size = 0; count < Math.min(this.waiting.length, MAX_ITEMS); count++) {
      const next = this.waiting[count];
      size += next ? sizeOf(next.item) : 0;
      if (count > 0 && size > maxSize) break;
    }
    return 2 ** Math.floor(Math.log2(count));
  }

  private async write(group: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.options.commit(group.map(({ item }) => item));
      group.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (group.length > 1 && this.options.isRefusal(error)) {
        await Promise.all(group.map((one) => this.write([one])));
      } else {
        group.forEach(({ reject }) => reject(error));
      }
    }
  }
}
