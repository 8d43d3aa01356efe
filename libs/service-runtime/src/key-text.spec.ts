import { describe, expect, it } from '@jest/globals';
import { kindOfKey, looksLikeKey, makeKey } from './key-text.js';

describe('a key', () => {
  it.each(['apiKey', 'editKey'] as const)('of the kind %s has 32 characters after its prefix and is known', (kind) => {
    const key = makeKey(kind);
    expect(key).toMatch(kind === 'apiKey' ? /^haru_[0-9A-Za-z]{32}$/ : /^haru_edit_[0-9A-Za-z]{32}$/);
    expect(kindOfKey(key)).toBe(kind);
    expect(makeKey(kind)).not.toBe(key);
  });

  it('is not known when a character differs, is missing or is added', () => {
    const key = makeKey('apiKey');
    for (let at = 0; at < key.length; at++) {
      const other = key[at] === 'a' ? 'b' : 'a';
      expect(kindOfKey(key.slice(0, at) + other + key.slice(at + 1))).toBeUndefined();
      expect(kindOfKey(key.slice(0, at))).toBeUndefined();
    }
    expect(kindOfKey(`${key}a`)).toBeUndefined();
    expect(kindOfKey(key.replace('haru_', 'haru_edit_'))).toBeUndefined();
    expect(looksLikeKey(key.slice(0, -1))).toBe(true);
  });
});
