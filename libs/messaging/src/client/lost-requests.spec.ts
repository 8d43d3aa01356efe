import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Redis } from 'ioredis';
import type { TakenQuestion } from '../wire/taken-question.js';
import { LostRequests } from './lost-requests.js';
import { PendingCalls } from './pending-calls.js';

const ROUNDS_MS = 3_000;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** One call is sent, and one replica says that it has nothing. @returns how the call ends */
async function endOf(fetchReplies: (calls: PendingCalls, call: number) => Promise<void>): Promise<unknown> {
  const calls = new PendingCalls();
  const call = calls.nextId();
  const end = calls.open(call, 0, 60_000, () => new Error('deadline') as never).catch((error: unknown) => error);
  calls.noteSent([{ id: call }], 'list', 1);
  const lost: LostRequests = new LostRequests({
    calls,
    address: 'haru:replies:test',
    commands: {
      status: 'ready',
      on: () => undefined,
      get: async () => '1',
      llen: async () => 0,
      publish: async (_channel: string, question: string) => {
        lost.receive((JSON.parse(question) as TakenQuestion).id, []);
        return 1;
      },
    } as unknown as Redis,
    fetchReplies: () => fetchReplies(calls, call),
    onLost: (request) => calls.reject(request, new Error('lost') as never),
    onError: (error) => {
      throw error;
    },
  });
  await jest.advanceTimersByTimeAsync(ROUNDS_MS);
  lost.stop();
  return end;
}

it('finds a request that no replica has', async () => {
  expect(await endOf(async () => undefined)).toEqual(new Error('lost'));
});

it('does not call a request lost whose large reply waits to be fetched', async () => {
  expect(await endOf(async (calls, call) => void calls.resolve(call, 'reply'))).toBe('reply');
});
