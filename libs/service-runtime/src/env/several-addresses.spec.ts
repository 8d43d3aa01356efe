import { describe, expect, it } from '@jest/globals';
import { urlsOf } from './several-addresses.js';

describe('urlsOf', () => {
  it.each([
    ['postgres://u:p@one:5432/haru', ['postgres://u:p@one:5432/haru']],
    [
      'postgres://u:p@one:5432,two:5433/haru?a=b',
      ['postgres://u:p@one:5432/haru?a=b', 'postgres://u:p@two:5433/haru?a=b'],
    ],
    [
      'redis+sentinel://one:26379,[::1]:26379/main',
      ['redis+sentinel://one:26379/main', 'redis+sentinel://[::1]:26379/main'],
    ],
    ['redis://one', ['redis://one']],
    ['postgres://one:port,two/haru', []],
    ['no url', []],
  ])('reads %s', (url, urls) => {
    expect(urlsOf(url).map(({ href }) => href)).toEqual(urls);
  });
});
