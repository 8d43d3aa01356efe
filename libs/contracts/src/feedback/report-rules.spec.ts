import { describe, expect, it } from '@jest/globals';
import { limits } from '../limits.js';
import { reportFault, textLength } from './report-rules.js';

const good = { title: '保存できない', description: '押しても何も起きません。' };

describe('the rules of a report', () => {
  it.each([
    ['the usual', good],
    ['an address', { ...good, email: ' someone@example.com ' }],
    ['an address with a tag', { ...good, email: 'some.one+haru@mail.example.co.jp' }],
    ['an empty address', { ...good, email: '' }],
    ['the longest title', { ...good, title: '🖌'.repeat(limits.reportTitleMaxLength) }],
    ['the longest description', { ...good, description: ` ${'あ'.repeat(limits.reportDescriptionMaxLength)}\n` }],
  ])('let %s pass', (_name, report) => {
    expect(reportFault(report)).toBeUndefined();
  });

  it.each([
    ['a blank title', { ...good, title: ' \u3000' }, 'REPORT_BLANK'],
    ['a blank description', { ...good, description: '\n\t' }, 'REPORT_BLANK'],
    ['a title of 101', { ...good, title: 'x'.repeat(101) }, 'REPORT_TITLE_TOO_LONG'],
    ['a description of 1,001', { ...good, description: 'x'.repeat(1001) }, 'REPORT_DESCRIPTION_TOO_LONG'],
    ['NUL', { ...good, title: 'a\0b' }, 'REPORT_NOT_TEXT'],
    ['half a surrogate pair', { ...good, description: 'a\ud83d' }, 'REPORT_NOT_TEXT'],
    ['no address', { ...good, email: 'someone' }, 'REPORT_EMAIL_INVALID'],
    ['two addresses', { ...good, email: 'a@example.com,b@example.com' }, 'REPORT_EMAIL_INVALID'],
    ['a header in the address', { ...good, email: 'a@example.com\r\nBcc: b@example.com' }, 'REPORT_EMAIL_INVALID'],
    ['a host without an ending', { ...good, email: 'someone@intranet' }, 'REPORT_EMAIL_INVALID'],
    ['an IP address', { ...good, email: 'someone@192.0.2.1' }, 'REPORT_EMAIL_INVALID'],
    ['a temporary account’s address', { ...good, email: 'x@temp.invalid' }, 'REPORT_EMAIL_INVALID'],
    ['two points in a row', { ...good, email: 'a..b@example.com' }, 'REPORT_EMAIL_INVALID'],
    ['a name that ends in a hyphen', { ...good, email: 'a@example-.com' }, 'REPORT_EMAIL_INVALID'],
    ['a name of 65 characters', { ...good, email: `${'a'.repeat(65)}@example.com` }, 'REPORT_EMAIL_INVALID'],
    ['an endless address', { ...good, email: `${'a'.repeat(250)}@example.com` }, 'REPORT_EMAIL_INVALID'],
  ])('refuse %s', (_name, report, fault) => {
    expect(reportFault(report)).toBe(fault);
  });

  it('count an emoji once', () => {
    expect(textLength('貼る🖌')).toBe(3);
  });
});
