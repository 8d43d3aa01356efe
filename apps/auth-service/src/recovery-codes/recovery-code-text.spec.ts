import { describe, expect, it } from '@jest/globals';
import { makeRecoveryCode, plainRecoveryCode } from './recovery-code-text.js';

describe('a recovery code', () => {
  it('is ten characters that cannot be mixed up, and another each time', () => {
    const codes = Array.from({ length: 200 }, makeRecoveryCode);
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it.each(['01abc-defgh', '01ABCDEFGH', ' 01abc defgh ', '０１ａｂｃ－ｄｅｆｇｈ', 'oLabc-defgh', 'OIABC−DEFGH'])(
    'is the same typed as %j',
    (typed) => expect(plainRecoveryCode(typed)).toBe('01abcdefgh'),
  );
});
