import { describe, expect, it } from '@jest/globals';
import { limits } from '../limits.js';
import { htmlFault } from './html-rules.js';

describe('htmlFault', () => {
  it.each([
    ['a page', '<h1>やあ</h1>', undefined],
    ['a BOM before it', '\ufeff<p>x', undefined],
    ['nothing', '', 'HTML_BLANK'],
    ['Unicode white space', ' \t\r\n\u00a0\u3000\ufeff', 'HTML_BLANK'],
    ['NUL', '<p>\0', 'HTML_NOT_TEXT'],
    ['half a surrogate pair', '<p>\ud83d', 'HTML_NOT_TEXT'],
    ['as many bytes as allowed', 'x'.repeat(limits.htmlMaxBytes), undefined],
    ['one more', 'x'.repeat(limits.htmlMaxBytes + 1), 'HTML_TOO_LARGE'],
    ['few characters of many bytes', 'あ'.repeat(limits.htmlMaxBytes / 3 + 1), 'HTML_TOO_LARGE'],
    ['too much white space', ' '.repeat(limits.htmlMaxBytes + 1), 'HTML_TOO_LARGE'],
  ])('judges %s', (_name, html, fault) => {
    expect(htmlFault(html)).toBe(fault);
  });
});
