import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { RefreshTokens } from './refresh-token.js';

const tokens = new RefreshTokens('a secret of at least 32 characters');
const sessionId = '0b6f2d7e-3c1a-4f59-9d8e-71a2b3c4d5e6';

describe('RefreshTokens', () => {
  it.each([0, 1, 2_147_483_647])('reads what it made, counter %i', (counter) => {
    expect(tokens.read(tokens.make({ sessionId, counter }))).toEqual({ kind: 'genuine', sessionId, counter });
  });

  it('makes the same token again, and another for another session or counter', () => {
    const token = tokens.make({ sessionId, counter: 3 });
    expect(tokens.make({ sessionId, counter: 3 })).toBe(token);
    expect(tokens.make({ sessionId, counter: 4 })).not.toBe(token);
    expect(tokens.make({ sessionId: randomUUID(), counter: 3 })).not.toBe(token);
  });

  it('takes a token with any one character changed for foreign', () => {
    const token = tokens.make({ sessionId, counter: 3 });
    for (let at = 0; at < token.length; at += 1) {
      const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1);
      expect(tokens.read(changed)).toEqual({ kind: 'foreign' });
    }
  });

  it('takes a token made with another secret for foreign', () => {
    const other = new RefreshTokens('another secret of 32 characters!!');
    expect(tokens.read(other.make({ sessionId, counter: 0 }))).toEqual({ kind: 'foreign' });
  });

  it.each([12, 71, 73])('takes one of %i characters for foreign', (length) => {
    expect(tokens.read('A'.repeat(length))).toEqual({ kind: 'foreign' });
  });

  it.each([
    ['nothing', ''],
    ['eleven characters', 'abcdefghijk'],
    ['characters of the other base64', `${'A'.repeat(71)}+`],
    ['a line break at the end', `${'A'.repeat(72)}\n`],
    ['other scripts', '貼'.repeat(72)],
  ])('takes %s for malformed', (_what, token) => {
    expect(tokens.read(token)).toEqual({ kind: 'malformed' });
  });
});
