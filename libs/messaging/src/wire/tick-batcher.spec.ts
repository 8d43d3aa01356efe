import { describe, expect, it } from '@jest/globals';
import { BATCH_MAX_ITEMS } from './settings.js';
import { TickBatcher } from './tick-batcher.js';

interface Item {
  text: string;
}

function collect(maxLength: number): { batcher: TickBatcher<Item>; sent: string[] } {
  const sent: string[] = [];
  const batcher = new TickBatcher<Item>(maxLength, (key, items) => {
    sent.push(`${key}: ${items.map(({ text }) => text).join(',')}`);
  });
  return { batcher, sent };
}

const nextTick = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

describe('TickBatcher', () => {
  it('sends what arises in one turn together, by key and in order', async () => {
    const { batcher, sent } = collect(100);
    for (const [key, text] of [
      ['a', '1'],
      ['b', '2'],
      ['a', '3'],
    ] as const)
      batcher.add(key, { text });
    expect(sent).toEqual([]);
    await nextTick();
    expect(sent).toEqual(['a: 1,3', 'b: 2']);
  });

  it('keeps a batch within its length, and sends alone what is longer', async () => {
    const { batcher, sent } = collect(4);
    for (const text of ['11', '22', '3', '4444444', '5']) batcher.add('a', { text });
    await nextTick();
    expect(sent).toEqual(['a: 11,22', 'a: 3', 'a: 4444444', 'a: 5']);
  });

  it('keeps a batch within its number', async () => {
    const { batcher, sent } = collect(1_000_000);
    for (let n = 0; n <= BATCH_MAX_ITEMS; n++) batcher.add('a', { text: 'x' });
    await nextTick();
    expect(sent.map((line) => line.split(',').length)).toEqual([BATCH_MAX_ITEMS, 1]);
  });
});
