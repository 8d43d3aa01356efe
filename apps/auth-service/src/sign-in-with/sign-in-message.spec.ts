import { describe, expect, it } from '@jest/globals';
import { parseSignInMessage } from './sign-in-message.js';

const address = `0x${'ab'.repeat(20)}`;
const ethereum = (...statement: string[]) =>
  [
    'haru.test:3000 wants you to sign in with your Ethereum account:',
    address,
    '',
    ...statement,
    'URI: http://haru.test:3000/',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: 12345678',
    'Issued At: 2030-01-01T00:00:00.000Z',
  ].join('\n');

const members = {
  domain: 'haru.test:3000',
  chain: 'ethereum',
  address,
  uri: 'http://haru.test:3000/',
  version: '1',
  chainId: '1',
  nonce: '12345678',
  issuedAt: new Date('2030-01-01T00:00:00Z'),
  expirationTime: undefined,
  notBefore: undefined,
};

describe('parseSignInMessage', () => {
  it('reads messages with and without a statement', () => {
    expect(parseSignInMessage(ethereum('Sign in to 貼る.', ''))).toEqual(members);
    expect(parseSignInMessage(ethereum(''))).toEqual(members);
    expect(parseSignInMessage(ethereum())).toEqual(members);
  });

  it('reads what Solana wallets write', () => {
    const text = [
      'haru.test wants you to sign in with your Solana account:',
      '4Nd1mY',
      '',
      'Version: 1',
      'URI: https://haru.test/',
      'Issued At: 2030-01-01T00:00:00Z',
      'Not Before: 2029-01-01T00:00:00+09:00',
      'Expiration Time: 2031-01-01T00:00:00Z',
      'Resources',
      '- https://haru.test/a',
    ].join('\n');
    expect(parseSignInMessage(text)).toMatchObject({
      chain: 'solana',
      address: '4Nd1mY',
      notBefore: new Date('2028-12-31T15:00:00Z'),
      expirationTime: new Date('2031-01-01T00:00:00Z'),
    });
  });

  it.each([
    ['another first line', ethereum().replace('wants you to sign in', 'wants you to pay')],
    ['a domain with a path', ethereum().replace('haru.test:3000 wants', 'haru.test:3000/x wants')],
    ['no blank line after the address', ethereum().replace(`${address}\n`, address)],
    ['two statements', ethereum('One.', 'Two.', '')],
    ['a member twice', `${ethereum()}\nURI: https://evil.test/`],
    ['an unknown member', `${ethereum()}\nAmount: 1`],
    ['no URI', ethereum().replace('URI: http://haru.test:3000/\n', '')],
    ['no version', ethereum().replace('Version: 1\n', '')],
    ['no date', ethereum().replace(/\nIssued At: .*/, '')],
    ['a date that is none', ethereum().replace('2030-01-01T', '2030-13-01T')],
    ['resources that are none', `${ethereum()}\nResources:\nhttps://evil.test`],
    ['nothing', ''],
  ])('refuses %s', (_what, text) => {
    expect(parseSignInMessage(text)).toBeUndefined();
  });

  it('does not read a statement as a member', () => {
    expect(parseSignInMessage(ethereum('URI: https://evil.test/', ''))?.uri).toBe('http://haru.test:3000/');
  });
});
