import { describe, expect, it } from '@jest/globals';
import { decideRotation, type Rotation } from './token-rotation.js';

const refreshedAt = new Date('2030-01-01T00:00:00Z');
const reuseIntervalMs = 10_000;

function after(ms: number, presented: number, active: number, floor = 0): Rotation {
  const now = new Date(refreshedAt.getTime() + ms);
  return decideRotation({ presented, active, floor, refreshedAt, now, reuseIntervalMs });
}

describe('decideRotation', () => {
  it.each([0, 1, 7])('rotates the active token, of a session refreshed %i times, at any age', (active) => {
    expect(after(0, active, active)).toBe('rotate');
    expect(after(365 * 24 * 3_600_000, active, active)).toBe('rotate');
  });

  it('gives the active token again for its direct parent, at any time', () => {
    expect(after(0, 4, 5)).toBe('hand-out-active');
    expect(after(reuseIntervalMs + 1, 4, 5)).toBe('hand-out-active');
    expect(after(365 * 24 * 3_600_000, 0, 1)).toBe('hand-out-active');
  });

  it('gives the active token for an older one until the reuse interval is over, to the millisecond', () => {
    expect(after(0, 3, 5)).toBe('hand-out-active');
    expect(after(reuseIntervalMs, 0, 5)).toBe('hand-out-active');
    expect(after(reuseIntervalMs + 1, 3, 5)).toBe('end-session');
    expect(after(reuseIntervalMs + 1, 0, 2)).toBe('end-session');
  });

  it('accepts an older one if the other replica’s clock is slightly ahead', () => {
    expect(after(-50, 0, 5)).toBe('hand-out-active');
  });

  it('gives older ones no grace beyond the instant when the interval is 0', () => {
    const now = new Date(refreshedAt.getTime() + 1);
    expect(decideRotation({ presented: 0, active: 2, floor: 0, refreshedAt, now, reuseIntervalMs: 0 })).toBe(
      'end-session',
    );
  });

  it('refuses tokens from before the session was raised', () => {
    expect(after(0, 4, 6, 6)).toBe('end-session');
    expect(after(0, 5, 7, 6)).toBe('end-session');
    expect(after(0, 6, 7, 6)).toBe('hand-out-active');
    expect(after(0, 6, 6, 6)).toBe('rotate');
  });

  it('refuses a token that is ahead of the session as unknown', () => {
    expect(after(0, 6, 5)).toBe('unknown');
    expect(after(reuseIntervalMs + 1, 99, 5)).toBe('unknown');
  });
});
