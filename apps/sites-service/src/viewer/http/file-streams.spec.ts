import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { FileStreams } from './file-streams.js';

describe('FileStreams', () => {
  const streamsOf = () => {
    const streams = new FileStreams();
    const begin = (client: string, writableNeedDrain = true) => {
      const destroy = () => void (response.destroyed = true);
      const response = Object.assign(new EventEmitter(), { writableNeedDrain, destroyed: false, destroy });
      const hasPlace = streams.begin(response as unknown as ServerResponse, client);
      return { response, hasPlace };
    };
    const flood = (clients: number, isSlow = true) =>
      Array.from({ length: clients }, (_, client) =>
        Array.from({ length: 32 }, () => begin(`${client}`, isSlow)),
      ).flat();
    return { begin, flood };
  };

  it('has 32 places for each client, until a stream ends', () => {
    const { begin, flood } = streamsOf();
    const [first] = flood(1);
    expect(begin('0').hasPlace).toBe(false);
    first?.response.emit('close');
    expect(begin('0').hasPlace).toBe(true);
  });

  it('ends the oldest stream that is not read, of the client with the most', () => {
    const { begin, flood } = streamsOf();
    const early = begin('early');
    const slow = flood(8);
    expect(begin('late').hasPlace).toBe(true);
    expect(early.response.destroyed).toBe(false);
    expect(slow.filter(({ response }) => response.destroyed)).toEqual([slow[0], slow[32]]);
  });

  it('ends no stream that is read', () => {
    const { begin, flood } = streamsOf();
    const fast = flood(8, false);
    expect(begin('late').hasPlace).toBe(false);
    expect(fast.some(({ response }) => response.destroyed)).toBe(false);
  });
});
