import { describe, expect, it } from '@jest/globals';
import { baseVersionOf, readIfMatch } from './call-headers.js';

describe('readIfMatch', () => {
  it.each([
    [undefined, undefined],
    ['*', null],
    ['"v1"', 1],
    [' "v2147483647" ', 2_147_483_647],
    ['W/"v12"', 12],
  ])('%s: %s', (header, version) => expect(readIfMatch(header)).toBe(version));

  it.each(['', 'v12', '12', '"12"', '"v0"', '"v2147483648"', '"v1", "v2"', '"v-1"', '"v1.5"'])('refuses %s', (header) =>
    expect(() => readIfMatch(header)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' })),
  );
});

it.each([
  [undefined, undefined, undefined],
  [undefined, null, undefined],
  [null, undefined, null],
  [3, undefined, 3],
  [undefined, 3, 3],
  [3, 3, 3],
])('the base of If-Match %s and base_version %s is %s', (ifMatch, inBody, base) =>
  expect(baseVersionOf(ifMatch, inBody)).toBe(base),
);

it.each([
  [3, 4],
  [null, 4],
])('refuses If-Match %s with base_version %s', (ifMatch, inBody) =>
  expect(() => baseVersionOf(ifMatch, inBody)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' })),
);
