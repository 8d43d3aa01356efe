import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { addressOf } from './client-address.js';

describe('addressOf', () => {
  const request = (forwarded?: string) =>
    ({
      headers: { 'x-forwarded-for': forwarded },
      socket: { remoteAddress: '10.0.0.1' },
    }) as unknown as IncomingMessage;

  it('is the address that the proxies saw, not the one that the client sent', () => {
    expect(addressOf(request('203.0.113.1, 192.0.2.7'), 1)).toBe('192.0.2.7');
    expect(addressOf(request('203.0.113.1, 192.0.2.7, 10.0.0.9'), 2)).toBe('192.0.2.7');
    expect(addressOf(request('192.0.2.7'), 2)).toBe('192.0.2.7');
    expect(addressOf(request('192.0.2.7'), 0)).toBe('10.0.0.1');
    expect(addressOf(request(), 1)).toBe('10.0.0.1');
    expect(addressOf(request(''), 1)).toBe('10.0.0.1');
  });
});
