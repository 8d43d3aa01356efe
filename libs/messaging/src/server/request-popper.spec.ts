import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import type { Redis } from 'ioredis';
import { RequestPopper } from './request-popper.js';

it('waits for a large packet that Redis has popped and this process has not read yet', async () => {
  const pops: ((reply: [string, Buffer[]] | null) => void)[] = [];
  const commands: string[] = [];
  const redis = {
    status: 'ready',
    on: () => undefined,
    client: async (command: string) => commands.push(command),
    blmpopBuffer: () => new Promise((resolve) => pops.push(resolve)),
  } as unknown as Redis;
  const events: string[] = [];
  const popper = new RequestPopper({
    list: 'list',
    popping: redis,
    commands: redis,
    capacity: () => 1,
    take: ([packet]) => events.push(`took ${String(packet)}`),
    onError: (error) => events.push(String(error)),
  });
  popper.start();
  await turn();
  const waiting = popper.untilTaken().then(() => events.push('answers'));
  await turn();
  expect(events).toEqual([]);
  pops.shift()?.(['list', [Buffer.from('1 MiB')]]);
  await waiting;
  expect(events).toEqual(['took 1 MiB', 'answers']);
  expect(commands).toEqual(['ID', 'UNBLOCK']);

  const stopping = popper.stop();
  pops.shift()?.(null);
  await stopping;
});
