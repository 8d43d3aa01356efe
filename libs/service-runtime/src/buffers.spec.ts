import { describe, expect, it } from '@jest/globals';
import { freeBuffer } from './buffers.js';

describe('freeBuffer', () => {
  it('empties a buffer that has its memory to itself', () => {
    const large = Buffer.concat([Buffer.alloc(100_000, 'a'), Buffer.from('b')]);
    freeBuffer(large);
    expect(large.length).toBe(0);
    freeBuffer(large);
  });

  it('leaves alone what shares its memory with others', () => {
    const [small, part] = [Buffer.from('abc'), Buffer.alloc(100_000, 'a').subarray(1)];
    freeBuffer(small);
    freeBuffer(part);
    expect(small.toString()).toBe('abc');
    expect(part.length).toBe(99_999);
  });
});
