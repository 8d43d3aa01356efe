import { describe, expect, it } from '@jest/globals';
import { chooseEncoding } from './accept-encoding.js';

describe('chooseEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['deflate', 'identity'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=1.0 , gzip;q=1', 'br'],
    ['gzip;q=0.001', 'gzip'],
    ['gzip;q=0.5, identity', 'identity'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['*', 'br'],
    ['*;q=0.1, gzip;q=0.2', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
    ['identity;q=0, *', 'br'],
    ['gzip;q=0, *;q=0, identity', 'identity'],
    ['*;q=0, identity;q=0.1', 'identity'],
    ['identity;q=0', undefined],
    ['*;q=0', undefined],
    ['gzip;q=nonsense', 'identity'],
    [',, ,gzip,', 'gzip'],
  ])('%j: %s', (header, encoding) => {
    expect(chooseEncoding(header)).toBe(encoding);
    expect(chooseEncoding(header)).toBe(encoding);
  });

  it('keeps its memory bounded', () => {
    for (let index = 0; index < 5_000; index++) expect(chooseEncoding(`gzip, x${index}`)).toBe('gzip');
  });
});
