import { describe, expect, it } from '@jest/globals';
import { networkOf } from './network-of.js';

describe('networkOf', () => {
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8:0:0::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::198.51.100.7', '64:ff9b:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  it.each(['::ffff:198.51.100.7', '::FFFF:c633:6407', '0:0:0:0:0:ffff:198.51.100.7'])(
    'of %s is the IPv4',
    (address) => {
      expect(networkOf(address)).toBe('198.51.100.7');
    },
  );

  it.each(['198.51.100.7', '127.0.0.1', 'unknown', '', '2001:db8::1::2', '[::1]', '1.2.3.4:80'])(
    'leaves %j as it is',
    (address) => {
      expect(networkOf(address)).toBe(address);
    },
  );
});
