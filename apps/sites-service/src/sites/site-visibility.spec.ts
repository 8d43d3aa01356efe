import { describe, expect, it } from '@jest/globals';
import { unavailableReason } from './site-visibility.js';

describe('unavailableReason', () => {
  const expiresAt = new Date('2026-01-11T00:00:00.000Z');
  const [before, at] = [new Date(expiresAt.getTime() - 1), expiresAt];

  it.each([
    ['lives to its last millisecond', { isStopped: false, isActive: true }, before, undefined],
    ['ends at its expiry, before any sweep', { isStopped: false, isActive: true }, at, 'expired'],
    ['has ended once marked', { isStopped: false, isActive: false }, before, 'expired'],
    ['is stopped first of all', { isStopped: true, isActive: false }, at, 'stopped'],
  ])('%s', (_, site, now, end) => {
    expect(unavailableReason({ ...site, expiresAt }, now)).toBe(end);
  });
});
