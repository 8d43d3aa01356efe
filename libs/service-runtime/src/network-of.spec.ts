import { describe, expect, it } from '@jest/globals';
import { networkOf } from './network-of.js';

describe('networkOf', () => {
  it.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::9', '2001:db8::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['::1', '::/64'],
    ['::', '::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['64:ff9b::198.51.100.7', '64:ff9b::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address, 'client')).toBe(network);
    expect(networkOf(address, 'network')).toBe(network);
  });

  it.each(['198.51.100.7', '::ffff:198.51.100.7', '::FFFF:c633:6407', '0:0:0:0:0:ffff:198.51.100.7'])(
    'of %s is the IPv4',
    (address) => {
      expect(networkOf(address, 'client')).toBe('198.51.100.7');
      expect(networkOf(address, 'network')).toBe('198.51.100.0/24');
      expect(networkOf(address, 'ipv6-56')).toBeUndefined();
      expect(networkOf(address, 'ipv6-48')).toBeUndefined();
    },
  );

  it.each([
    ['192.0.2.7', '::ffff:192.0.2.7'],
    ['2001:db8::1', '2001:db8:0:0:ffff::2'],
    ['fe80::1', 'fe80::2%eth0'],
  ])('counts %s and %s as one client', (one, other) =>
    expect(networkOf(other, 'client')).toBe(networkOf(one, 'client')),
  );

  it.each([
    ['192.0.2.7', '192.0.2.8'],
    ['2001:db8::1', '2001:db8:0:1::1'],
    ['unknown', ''],
  ])('counts %s and %s as two clients', (one, other) =>
    expect(networkOf(other, 'client')).not.toBe(networkOf(one, 'client')),
  );

  it('has wider tiers of IPv6', () => {
    expect(networkOf('2001:db8:1:2345::6', 'ipv6-56')).toBe('2001:db8:1:2300::/56');
    expect(networkOf('2001:db8:1:2345::6', 'ipv6-48')).toBe('2001:db8:1::/48');
  });

  it.each(['unknown', '', '2001:db8::1::2', '[::1]', '1.2.3.4:80', '127.1'])('leaves %j as it is', (address) => {
    expect(networkOf(address, 'client')).toBe(address);
    expect(networkOf(address, 'network')).toBe(address);
    expect(networkOf(address, 'ipv6-56')).toBeUndefined();
  });
});
