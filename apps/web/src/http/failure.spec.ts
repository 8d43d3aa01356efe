import { expect, it } from '@jest/globals';
import { failureText } from './failure.js';

const refused = (code: string, error: string) => ({ success: false as const, status: 429, code, error });

it.each([
  ['over_request_rate_limit', 'Request rate limit reached', '短時間に操作が多すぎます。あと90秒お待ちください。'],
  [
    'over_email_send_rate_limit',
    'For security purposes, you can only request this after 90 seconds.',
    'メールは先ほど送信しました。届かないときは、あと90秒待ってからもう一度送信してください。',
  ],
  [
    'over_email_send_rate_limit',
    'Email rate limit exceeded',
    '現在、メールの送信が集中しています。あと2分ほど待ってから、もう一度お試しください。',
  ],
])('%s (%s) says how long to wait', (code, error, text) => {
  expect(failureText({ ...refused(code, error), retryAfterSeconds: 90 })).toBe(text);
});

it('says where the rules matched by which a page is refused', () => {
  const findings = [
    { rule: 'credential.password', text: 'パスワードの入力欄', line: 12, column: 3, excerpt: '<input>' },
  ];
  const text = failureText({ ...refused('PAGE_REFUSED', 'refused'), status: 422, answer: { findings } });
  expect(text).toContain('12行目：パスワードの入力欄（<input>）');
});
