import { describe, expect, it } from '@jest/globals';
import { lineShareUrl, shownAddress, xShareUrl } from './share.js';

const url = 'https://haru-pages.example/share/k7m2x9pq';

describe('the links for sharing', () => {
  it('give LINE the address', () => {
    expect(lineShareUrl(url)).toBe(
      'https://social-plugins.line.me/lineit/share?url=https%3A%2F%2Fharu-pages.example%2Fshare%2Fk7m2x9pq',
    );
  });

  it('give X the title and the address, whatever the title has in it', () => {
    const { searchParams } = new URL(xShareUrl(url, '春&夏 #1=?\u{1f338}'));
    expect(Object.fromEntries(searchParams)).toEqual({ text: '春&夏 #1=?\u{1f338}', url });
  });
});

describe('an address on one line', () => {
  it.each([
    [url, 'haru-pages.example/share/', 'k7m2x9pq'],
    ['http://localhost:3100/share/spring', 'localhost:3100/share/', 'spring'],
    ['https://k7m2x9pq.haru-pages.example/~a-_b', 'k7m2x9pq.haru-pages.example/~a-_b', ''],
    ['https://k7m2x9pq.haru-pages.example', '', 'k7m2x9pq.haru-pages.example'],
    ['https://k7m2x9pq.haru-pages.example/', 'k7m2x9pq.haru-pages.example/', ''],
  ])('%s has no scheme and is cut before the path', (address, start, end) => {
    expect(shownAddress(address)).toEqual({ start, end });
  });
});
