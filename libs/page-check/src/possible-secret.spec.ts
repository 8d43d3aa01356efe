import { describe, expect, it } from '@jest/globals';
import { mayHaveSecret } from './possible-secret.js';

describe('mayHaveSecret', () => {
  it('finds a run of 20 characters of a key wherever it starts, and no shorter one', () => {
    for (let before = 0; before < 45; before++) {
      const text = (length: number) => `${'春'.repeat(before)}${'k'.repeat(length)}`;
      expect([mayHaveSecret(text(20)), mayHaveSecret(`${text(20)}。`), mayHaveSecret(`${text(19)}。`)]).toEqual([
        true,
        true,
        false,
      ]);
    }
  });

  it.each([
    ['postgres://a:b@example.com', true],
    ['-----BEGIN PRIVATE KEY', true],
    ['0198c1c2-6d0e-7b6f-9d54-0123456789ab', false],
    [`dapi${'0123456789abcdef'.repeat(2)}`, true],
    ['<p>春の朝に窓を開けると、</p>'.repeat(99), false],
  ])('answers for %s', (text, is) => {
    expect(mayHaveSecret(text)).toBe(is);
  });
});
