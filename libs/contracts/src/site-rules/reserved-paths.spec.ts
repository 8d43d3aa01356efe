import { describe, expect, it } from '@jest/globals';
import { isReservedPath, reservedPathsEnv } from './reserved-paths.js';

describe('reserved paths', () => {
  it.each([
    ...['login', 'log-in', 'admin', 'support', 'security', 'verify', 'account', 'api', 'www', 'mail', 'help', 'wpad'],
    ...['brand-login', 'login-brand', 'brandlogin', 'secure-brand', 'brand-verify', 'verify-brand', 'brand-support'],
    ...['brand-sign-in', 'brand-account', '-login-', 'log--in', 'l0gin', '1ogin', 'log1n', 'adm1n', 'brand-l0gin'],
  ])('have %s among them', (path) => {
    expect(isReservedPath(path)).toBe(true);
  });

  it.each([
    ...['my-page', 'account-book', 'helpful-hints', 'apiary', 'support-us', 'security-notes', 'blog', 'blog-in-japan'],
    ...[
      'mailbox-story',
      'secured',
      'verified',
      'contact',
      'profile',
      'haruka',
      'authors',
      'adminton',
      'abcd-',
      '-abcd',
    ],
  ])('do not have %s', (path) => {
    expect(isReservedPath(path)).toBe(false);
  });

  it('have what is added, as it is', () => {
    const more = new Set(['haru', ...reservedPathsEnv.parse(' News , events,')]);
    expect(['haru', 'news', 'events', 'haru-no-uta'].map((path) => isReservedPath(path, more))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it.each(['a b', 'news;events', 'あ'])('cannot be %j', (text) => {
    expect(reservedPathsEnv.safeParse(text).success).toBe(false);
  });
});
