import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { addressOf, clientNetwork } from './client-network.js';

describe('clientNetwork', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['192.0.2.7', '::ffff:192.0.2.7'],
    ['2001:db8::1', '2001:db8:0:0:ffff::2'],
    ['fe80::1', 'fe80::2%eth0'],
  ])('counts %s and %s as one', (one, other) => expect(clientNetwork(other)).toBe(clientNetwork(one)));

  it.each([
    ['192.0.2.7', '192.0.2.8'],
    ['2001:db8::1', '2001:db8:0:1::1'],
    ['unknown', ''],
  ])('tells %s from %s', (one, other) => expect(clientNetwork(other)).not.toBe(clientNetwork(one)));
});

describe('addressOf', () => {
  const request = (forwarded?: string) =>
    ({
      headers: { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: '10.0.0.1' },
    }) as unknown as IncomingMessage;

  it('is what the proxies in front saw, not what the client wrote', () => {
    expect(addressOf(request('203.0.113.1, 192.0.2.7'), 1)).toBe('192.0.2.7');
    expect(addressOf(request('203.0.113.1, 192.0.2.7, 10.0.0.9'), 2)).toBe('192.0.2.7');
    expect(addressOf(request('192.0.2.7'), 2)).toBe('192.0.2.7');
    expect(addressOf(request('192.0.2.7'), 0)).toBe('10.0.0.1');
    expect(addressOf(request(), 1)).toBe('10.0.0.1');
    expect(addressOf(request(''), 1)).toBe('10.0.0.1');
  });
});
