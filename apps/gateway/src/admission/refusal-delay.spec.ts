import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fastify } from 'fastify';
import { delayRefusals, RefusalDelay } from './refusal-delay.js';

const newResponse = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as ServerResponse;

describe('the delay of refusals', () => {
  let delays: RefusalDelay;
  beforeEach(() => {
    jest.useFakeTimers();
    delays = new RefusalDelay();
  });
  afterEach(() => void jest.useRealTimers());

  /** Counts so many refusals of a client. @returns the delays of those that are delayed */
  const refuse = (client: string, count: number, response = newResponse()) =>
    Array.from({ length: count }, () => delays.delay(client, response)).filter((delayed) => delayed !== undefined);

  it('begins with the eleventh of a client, and does not concern others', async () => {
    expect(refuse('one', 10)).toEqual([]);
    expect(refuse('another', 10)).toEqual([]);
    const [delayed] = refuse('one', 1);
    const ended = jest.fn();
    const end = delayed?.then(ended);
    await jest.advanceTimersByTimeAsync(499);
    expect(ended).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1_001);
    await end;
  });

  it('ends when the client disconnects', async () => {
    const response = newResponse();
    const [delayed] = refuse('one', 11, response);
    expect(delayed).toBeDefined();
    response.emit('close');
    await delayed;
  });

  it('is for 256 refusals at a time', () => {
    expect(refuse('one', 300).length).toBe(256);
  });

  it('ends when the process stops, and no other begins', async () => {
    const delayed = refuse('one', 12);
    expect(delayed).toHaveLength(2);
    delays.close();
    await Promise.all(delayed);
    expect(refuse('one', 1)).toEqual([]);
  });
});

it('gives the place of a delayed request to others, and answers one with a large body immediately', async () => {
  const [delays, release] = [new RefusalDelay(), jest.fn()];
  const server = fastify();
  delayRefusals(server, delays, { release });
  server.post('/', async (_request, reply) => reply.code(429).header('retry-after', 1).send({ code: 'RATE_LIMITED' }));
  const post = (text: string) => server.inject({ method: 'POST', url: '/', payload: { text } });
  for (let count = 0; count < 10; count++) await post('small');
  expect((await post('x'.repeat(70_000))).statusCode).toBe(429);
  expect(release).not.toHaveBeenCalled();
  const delayed = post('small');
  release.mockImplementation(() => delays.close());
  const { statusCode, headers } = await delayed;
  expect([statusCode, headers['retry-after'], release.mock.calls.length]).toEqual([429, '1', 1]);
});
