import { describe, expect, it } from '@jest/globals';
import { userMetadataFault, userMetadataMaxBytes } from './user-metadata.js';

/** `{"a":"…"}` around a text makes it eight bytes longer. */
const ofBytes = (bytes: number) => ({ a: 'x'.repeat(bytes - 8) });

describe('userMetadataFault', () => {
  it.each([
    ['nothing', {}],
    ['what people write', { name: '春', emoji: '👩‍👩‍👧', list: [1, null, { nested: true }] }],
    ['the escape sequence as text', { a: '\\u0000' }],
    ['the largest', ofBytes(userMetadataMaxBytes)],
  ])('accepts %s', (_what, metadata) => {
    expect(userMetadataFault(metadata)).toBeUndefined();
  });

  it.each([
    ['one byte too many', ofBytes(userMetadataMaxBytes + 1), /larger/],
    ['bytes, not characters', { a: '貼'.repeat(3000) }, /larger/],
    ['NUL', { a: 'x\0y' }, /NUL/],
    ['half a surrogate pair, deep inside', { a: [{ b: '\ud83d' }] }, /surrogates/],
    ['NUL in a name', { 'a\0': 1 }, /NUL/],
  ])('refuses %s', (_what, metadata, fault) => {
    expect(userMetadataFault(metadata)).toMatch(fault);
  });
});
