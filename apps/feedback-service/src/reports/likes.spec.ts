import { describe, expect, it } from '@jest/globals';
import type { Caller } from '@haru/contracts';
import { likersOf } from './likes.js';

const anon: Caller = { role: 'anon' };
const account: Caller = {
  role: 'authenticated',
  accountId: '6f1c4c1e-5b0a-4c8e-9d2b-0a1b2c3d4e5f',
  sessionId: '7f1c4c1e-5b0a-4c8e-9d2b-0a1b2c3d4e5f',
  isAnonymous: false,
};

describe('who likes', () => {
  it('is the device, whatever network it is on', () => {
    expect(likersOf({ device: 'd', network: 'a' }, anon)).toEqual(likersOf({ device: 'd', network: 'b' }, anon));
  });

  it('is the account and the device, and then no longer the device alone', () => {
    const both = likersOf({ device: 'd', network: 'a' }, account);
    expect(both).toHaveLength(2);
    expect(both).toContainEqual(likersOf({ device: 'd', network: 'a' }, anon)[0]);
  });

  it('is the network only where nothing else is known', () => {
    expect(likersOf({ network: 'a' }, anon)).not.toEqual(likersOf({ network: 'b' }, anon));
    expect(likersOf({ network: 'a' }, account)).toEqual(likersOf({ network: 'b' }, account));
  });
});
