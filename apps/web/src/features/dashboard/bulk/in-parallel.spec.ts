import { describe, expect, it } from '@jest/globals';
import { chunksOf, inParallel } from './use-bulk-actions.js';

describe('inParallel', () => {
  it('keeps the order of results and the bound', async () => {
    let running = 0;
    let max = 0;
    const results = await inParallel([5, 1, 4, 2, 3], 2, async (item) => {
      running += 1;
      max = Math.max(max, running);
      for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
      running -= 1;
      return item * 10;
    });
    expect(results).toEqual([50, 10, 40, 20, 30]);
    expect(max).toBe(2);
  });

  it('has nothing to do without items', async () => {
    await expect(inParallel([], 4, () => Promise.reject(new Error('called')))).resolves.toEqual([]);
  });
});

it('cuts items into groups', () => {
  expect(chunksOf([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
  expect(chunksOf([], 2)).toEqual([]);
});
