import { BATCH_MAX_ITEMS } from './settings.js';

/**
 * Gathers the items of one turn of the event loop by key and passes them on together: one command for many packets. A
 * lone item waits only for the end of its turn.
 */
export class TickBatcher<Item extends { text: string | Buffer }> {
  private readonly batches = new Map<string, { items: Item[]; length: number }>();
  private scheduled = false;

  constructor(
    private readonly maxLength: number,
    private readonly send: (key: string, items: Item[]) => void,
  ) {}

  add(key: string, item: Item): void {
    let batch = this.batches.get(key);
    if (batch && (batch.items.length >= BATCH_MAX_ITEMS || batch.length + item.text.length > this.maxLength)) {
      this.send(key, batch.items);
      batch = undefined;
    }
    if (!batch) {
      batch = { items: [], length: 0 };
      this.batches.set(key, batch);
    }
    batch.items.push(item);
    batch.length += item.text.length;
    if (this.scheduled) return;
    this.scheduled = true;
    // When it is called from a promise's continuation, this runs after all the others that are due.
    process.nextTick(() => this.flush());
  }

  flush(): void {
    this.scheduled = false;
    const batches = [...this.batches];
    this.batches.clear();
    for (const [key, { items }] of batches) this.send(key, items);
  }
}
