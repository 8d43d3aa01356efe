import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { FairQueue } from './fair-queue.js';

function addTo(queue: FairQueue, begun: string[], client: string, count: number): void {
  for (let index = 1; index <= count; index++) queue.add(client, () => void begun.push(`${client}${index}`));
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
