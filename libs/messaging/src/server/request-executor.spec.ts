import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { defineMessage } from '@haru/contracts';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import { decodeReplies, encodeRequest, type ReplyPacket } from '../wire/packet.js';
import type { RedisClock } from '../wire/redis-clock.js';
import { MAX_HELD_REPLY_BYTES } from '../wire/settings.js';
import { ReplySender } from './reply-sender.js';
import { RequestExecutor, type RequestHandler } from './request-executor.js';

const showPage = defineMessage('sites.showPage', {
  request: z.object({ bytes: z.int() }),
  reply: z.object({ page: z.string() }),
  longReply: { member: 'page', maxBytes: ({ bytes }) => bytes },
});

/** Promises and batches need this many turns. */
async function turns(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await turn();
}

/** Redis takes the executor's replies only when the test lets it. */
function executorOf(pageOf: (bytes: number) => Promise<string>) {
  const [sent, taken]: [Buffer[], (() => void)[]] = [[], []];
  const redis = {
    evalsha: (_sha: string, _keys: number, _key: string, message: string | Buffer) => {
      sent.push(Buffer.from(message));
      return new Promise<void>((resolve) => taken.push(resolve));
    },
  } as unknown as Redis;
  const clock = { now: () => Date.now() } as RedisClock;
  const logger = { error: () => undefined, log: () => undefined, warn: () => undefined };
  const replies = new ReplySender(redis, clock, () => undefined);
  const counters = { inFlight: 0, executed: 0, expired: 0, late: 0, malformed: 0 };
  const handler: RequestHandler = {
    contract: showPage,
    run: async (request) => ({ page: await pageOf((request as { bytes: number }).bytes) }),
  };
  const handlers = new Map([[showPage.pattern, handler]]);
  const executor = new RequestExecutor(counters, handlers, clock, replies, logger, () => false);
  let id = 0;
  const ask = async (bytes: number): Promise<void> => {
    const context = { requestId: 'test', caller: { role: 'anon' as const } };
    const packet = { id: ++id, pattern: showPage.pattern, deadline: Date.now() + 60_000, context, request: { bytes } };
    executor.take(Buffer.from(encodeRequest({ ...packet, replyTo: 'haru:replies:test' })), () => undefined);
    await turns();
  };
  const outcomes = () => sent.flatMap(decodeReplies).map(({ error }) => error?.code ?? 'answered');
  const takenOf = async (request: number): Promise<unknown> => {
    const question = { id: 99, replyTo: 'haru:replies:test', requests: [request] };
    await executor.answerTaken(question, async () => undefined);
    await turns();
    const answers: ReplyPacket[] = sent.flatMap(decodeReplies);
    return answers.findLast(({ id: answered }) => answered === question.id)?.reply;
  };
  return { ask, outcomes, counters, takenOf, takeAll: () => taken.splice(0).forEach((resolve) => resolve()) };
}

describe('long replies', () => {
  it('are refused before they are made while Redis has not taken too many others', async () => {
    const { ask, outcomes, counters, takeAll } = executorOf(async (bytes) => 'x'.repeat(bytes));
    const bytes = 7 * 1024 * 1024;
    const count = Math.floor(MAX_HELD_REPLY_BYTES / bytes);
    for (let page = 0; page <= count; page++) await ask(bytes);
    expect(outcomes()).toEqual([...Array<string>(count).fill('answered'), 'SERVICE_BUSY']);
    expect(counters.executed).toBe(count);
    takeAll();
    await turns();
    await ask(bytes);
    expect(outcomes().at(-1)).toBe('answered');
  });

  it('count by the most they may have while they are made, and by what they have then', async () => {
    const made: (() => void)[] = [];
    const { ask, outcomes } = executorOf(() => new Promise((resolve) => made.push(() => resolve('short'))));
    await ask(MAX_HELD_REPLY_BYTES);
    await ask(1_000);
    expect(outcomes()).toEqual(['SERVICE_BUSY']);
    made.forEach((finish) => finish());
    await turns();
    await ask(MAX_HELD_REPLY_BYTES / 2);
    expect(made).toHaveLength(2);
    expect(outcomes()).toEqual(['SERVICE_BUSY', 'answered']);
  });
});

it('has a request until Redis has its reply', async () => {
  const { ask, takenOf, takeAll } = executorOf(async (bytes) => 'x'.repeat(bytes));
  await ask(1_000);
  expect(await takenOf(1)).toEqual([1]);
  takeAll();
  await turns();
  expect(await takenOf(1)).toEqual([]);
});
