import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { UnsentAnswers } from './unsent-answers.js';

/** It closes on request, or when it is destroyed. */
class Response extends EventEmitter {
  destroyed = false;

  destroy(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

describe('UnsentAnswers', () => {
  const answersOf = (maxBytes: number) => {
    const answers = new UnsentAnswers(maxBytes, 0);
    const add = (body: Buffer, remoteAddress = '192.0.2.1') => {
      const response = new Response();
      const request = { headers: {}, socket: { remoteAddress } } as IncomingMessage;
      answers.add(request, response as unknown as ServerResponse, body);
      return response;
    };
    return { answers, add };
  };
  const page = () => Buffer.alloc(10);

  it('counts a page once, until its last reader has received it', () => {
    const { answers, add } = answersOf(100);
    const body = page();
    const [one, other] = [add(body), add(body)];
    expect(answers.bytes).toBe(10);
    one.emit('close');
    expect(answers.bytes).toBe(10);
    other.emit('close');
    expect(answers.bytes).toBe(0);
  });

  it('drops the oldest answers of the client with the most', () => {
    const { answers, add } = answersOf(50);
    const slow = add(page(), '192.0.2.2');
    const flood = Array.from({ length: 8 }, () => add(page(), '192.0.2.3'));
    expect(slow.destroyed).toBe(false);
    expect(flood.map(({ destroyed }) => destroyed)).toEqual([true, true, true, true, false, false, false, false]);
    expect(answers).toMatchObject({ bytes: 50, dropped: 4 });
  });

  it('does not count an answer to a closed connection', () => {
    const answers = new UnsentAnswers(100, 0);
    answers.add({} as IncomingMessage, { destroyed: true } as ServerResponse, page());
    expect(answers.bytes).toBe(0);
  });

  it('drops an answer that is larger than the bound', () => {
    const { answers, add } = answersOf(5);
    expect(add(page()).destroyed).toBe(true);
    expect(answers.bytes).toBe(0);
  });
});
