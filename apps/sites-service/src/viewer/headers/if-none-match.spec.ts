import { describe, expect, it } from '@jest/globals';
import { hasVersion } from './if-none-match.js';

describe('hasVersion', () => {
  it.each([
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", "abc"', true],
    ['W/"x",W/"abc" , "y"', true],
    ['*', true],
    [' * ', true],
    ['"x,y", "abc"', true],
    ['"abcd"', false],
    ['abc', false],
    ['"abc', false],
    ['"ABC"', false],
    ['', false],
    [undefined, false],
  ])('%j: %s', (header, expected) => expect(hasVersion(header, '"abc"')).toBe(expected));
});
