import { setImmediate as nextTurn } from 'node:timers/promises';
import { waitFor } from '@haru/testing';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

/** Adds requests that end as soon as they have begun, or later. @returns what ends those that have begun */
function addTo(queue: FairQueue, begun: string[], client: string, count: number, { endsItself = true } = {}) {
  const ends: (() => void)[] = [];
  for (let index = 1; index <= count; index++) {
    queue.add(client, (end) => {
      begun.push(`${client}${index}`);
      if (endsItself) end();
      else ends.push(end);
    });
  }
  return ends;
}

it('begins immediately while a turn of the event loop has begun few', () => {
  const begun: string[] = [];
  addTo(new FairQueue(), begun, 'a', 3);
  expect(begun).toEqual(['a1', 'a2', 'a3']);
});

it('begins four in each turn and those of a client in their order', async () => {
  const [queue, begun] = [new FairQueue(), [] as string[]];
  addTo(queue, begun, 'a', 10);
  expect(begun).toHaveLength(4);
  await nextTurn();
  expect(begun).toHaveLength(8);
  await nextTurn();
  expect(begun).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'a10']);
});

it('lets no client wait for all the requests of another', async () => {
  const [queue, begun] = [new FairQueue(), [] as string[]];
  addTo(queue, begun, 'a', 40);
  addTo(queue, begun, 'b', 2);
  await nextTurn();
  expect(begun.slice(4)).toEqual(['a5', 'b1', 'a6', 'b2']);
});

describe('while another client sends requests', () => {
  let queue: FairQueue;
  let begun: string[];
  let ends: (() => void)[];
  beforeEach(async () => {
    [queue, begun] = [new FairQueue(), []];
    ends = addTo(queue, begun, 'a', 10, { endsItself: false });
    addTo(queue, begun, 'b', 1);
    for (let turn = 0; turn < 4; turn++) await nextTurn();
  });
  const begunOfA = () => begun.filter((name) => name.startsWith('a')).length;

  it('lets a client have six that have begun, and begins another when one ends', async () => {
    expect(begun).toContain('b1');
    expect(begunOfA()).toBe(6);
    ends[0]?.();
    ends[0]?.();
    await nextTurn();
    await nextTurn();
    expect(begunOfA()).toBe(7);
  });

  it('never begins a request that was taken out before, and begins the others', async () => {
    const leave = queue.add('a', () => begun.push('left'));
    queue.add('a', () => begun.push('a11'));
    leave();
    leave();
    await waitFor(() => begun.includes('a11'));
    expect(begun).not.toContain('left');
  });

  it('no longer counts those that take more than a second', async () => {
    await waitFor(() => begunOfA() === 10);
  });
});
