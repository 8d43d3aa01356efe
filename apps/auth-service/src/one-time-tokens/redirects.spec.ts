import { describe, expect, it } from '@jest/globals';
import { Redirects } from './redirects.js';

const redirects = new Redirects('https://haru.example', ['https://*.preview.example/**', 'https://app.example/back/*']);

describe('Redirects', () => {
  it.each([
    'https://haru.example/',
    'https://haru.example/auth/callback?x=1#y',
    'http://127.0.0.1:5173/here',
    'http://[::1]:3000/',
    'https://one.preview.example/any/where?q=1',
    'https://app.example/back/here',
  ])('allows %s', (url) => {
    expect(redirects.allowed(url)).toBe(url);
    expect(redirects.choose(url)).toBe(url);
  });

  it.each([
    'https://evil.example/',
    'http://haru.example/',
    'https://haru.example:8443/',
    'https://haru.example@evil.example/',
    'https://haru.example.evil.example/',
    'https://evil.example/https://haru.example/',
    'https://a.b.preview.example/',
    'https://app.example/back/here/there',
    'https://appxexample/back/here',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://127.1/',
    'http://localhost.evil.example/',
    'javascript:alert(1)',
    'com.example.app://back',
    '//evil.example/',
    '/relative',
    'https:\\\\haru.example\\',
    'https://haru.example\\@evil.example/',
    'https://haru.example/ space',
    `https://haru.example/${'x'.repeat(2048)}`,
    '',
  ])('falls back to the product for %s', (url) => {
    expect(redirects.allowed(url)).toBeUndefined();
    expect(redirects.choose(url)).toBe('https://haru.example');
  });
});
