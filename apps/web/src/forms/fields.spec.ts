import { describe, expect, it } from '@jest/globals';
import { codeFault, emailFault, newPasswordFault, plainCode } from './fields.js';

describe('an address', () => {
  it.each(['haru@example.jp', ' haru@example.jp ', "o'hara+tag@sub.example.co.jp"])('%p is one', (email) => {
    expect(emailFault(email)).toBeUndefined();
  });

  it.each([
    ['', 'メールアドレスを入力してください。'],
    ['   ', 'メールアドレスを入力してください。'],
    ['haru', 'メールアドレスの形式が正しくありません。例：haru@example.jp'],
    ['haru@', 'メールアドレスの形式が正しくありません。例：haru@example.jp'],
    ['はる@example.jp', 'メールアドレスの形式が正しくありません。例：haru@example.jp'],
    [`${'h'.repeat(250)}@example.jp`, 'メールアドレスは255文字以内で入力してください。'],
  ])('%p is none', (email, text) => {
    expect(emailFault(email)).toBe(text);
  });
});

describe('a chosen password', () => {
  it('has at least 6 characters and at most 72 bytes', () => {
    expect(newPasswordFault('12345')).toBe('パスワードは6文字以上である必要があります');
    expect(newPasswordFault('123456')).toBeUndefined();
    expect(newPasswordFault('あ'.repeat(24))).toBeUndefined();
    expect(newPasswordFault('あ'.repeat(25))).toMatch(/^パスワードが長すぎます。/);
    expect(newPasswordFault('')).toBe('パスワードを入力してください。');
  });
});

describe('a code', () => {
  it('is read with full-width digits and spaces', () => {
    expect(plainCode('１２３ 456')).toBe('123456');
    expect(codeFault('１２３ 456')).toBeUndefined();
    expect(codeFault('12345')).toBe('6桁の数字を入力してください。');
    expect(codeFault('12345a')).toBe('6桁の数字を入力してください。');
  });
});
