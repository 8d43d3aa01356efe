import { describe, expect, it } from '@jest/globals';
import { emailOrUndefined, parseEmail } from './email-address.js';

describe('parseEmail', () => {
  it.each(['a@example.com', 'A.B+c@Sub.Example.co.jp', "o'neil_1@x-y.org"])('takes %s in lower case', (text) => {
    expect(parseEmail(text)).toBe(text.toLowerCase());
  });

  it.each([
    '',
    'a',
    '@example.com',
    'a@',
    'a@example',
    'a@-x.com',
    'a..b@example.com',
    'a@@example.com',
    'a b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com\0',
    'あ@example.com',
    '"a"@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b.'.repeat(127)}com`,
  ])('refuses %j', (text) => {
    expect(() => parseEmail(text)).toThrow('Unable to validate email address: invalid format');
    expect(emailOrUndefined(text)).toBeUndefined();
  });
});
