import { describe, expect, it } from '@jest/globals';
import { endOfBan } from './ban-duration.js';

const now = new Date('2030-01-01T00:00:00Z');

describe('endOfBan', () => {
  it.each([
    ['24h', '2030-01-02T00:00:00.000Z'],
    ['1h30m', '2030-01-01T01:30:00.000Z'],
    ['1h30m45s', '2030-01-01T01:30:45.000Z'],
    ['1.5h', '2030-01-01T01:30:00.000Z'],
    ['876000h', '2129-12-08T00:00:00.000Z'],
  ])('%s ends at %s', (duration, end) => {
    expect(endOfBan(duration, now)?.toISOString()).toBe(end);
  });

  it('lifts a ban', () => {
    expect(endOfBan('none', now)).toBeNull();
    expect(endOfBan('0s', now)).toBeNull();
  });

  it.each(['', '24', 'h', '1d', '-1h', '1h ', ' 1h', '1h,2m', 'NONE', '999999999999h', 'Infinityh'])(
    'refuses %j',
    (duration) => {
      expect(() => endOfBan(duration, now)).toThrow('ban_duration must be');
    },
  );
});
