import { describe, expect, it } from '@jest/globals';
import { newTotpSecret, stepOfCode, totpUri } from './totp.js';

// RFC 6238, appendix B, has 94287082 for this secret at 59 s, of which six digits are the last six.
const secret = new TextEncoder().encode('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

describe('stepOfCode', () => {
  it('knows the codes of the standard', () => {
    expect(stepOfCode(secret, '287082', at(59))).toBe(1);
    expect(stepOfCode(secret, '081804', at(1_111_111_109))).toBe(37_037_036);
  });

  it('takes the step before and the one after, and no others', () => {
    expect(stepOfCode(secret, '287082', at(29))).toBe(1);
    expect(stepOfCode(secret, '287082', at(89))).toBe(1);
    expect(stepOfCode(secret, '287082', at(90))).toBeUndefined();
  });

  it.each(['', '28708', '2870822', '28708a', '２８７０８２', ' 287082'])('refuses %j', (code) => {
    expect(stepOfCode(secret, code, at(59))).toBeUndefined();
  });
});

it('names issuer and account in the address', () => {
  const uri = new URL(totpUri(newTotpSecret().bytes, { issuer: '貼る & co', account: 'a@example.com' }));
  expect(uri.protocol).toBe('otpauth:');
  expect(uri.searchParams.get('issuer')).toBe('貼る & co');
  expect(uri.searchParams.get('secret')).toMatch(/^[A-Z2-7]{32}$/);
  expect(decodeURIComponent(uri.pathname)).toContain('a@example.com');
});
