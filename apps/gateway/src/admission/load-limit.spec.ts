import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Admitted, LoadLimit } from './load-limit.js';
import type { TrafficKind } from './traffic-kind.js';

const MIB = 1_048_576;
let lagMs: number;
let limit: LoadLimit;

beforeEach(() => {
  lagMs = 0;
  limit = new LoadLimit({ maxSharedRequests: 10, busyMs: 1_000, maxBodyBytes: 8 * MIB, maxLagMs: 100 }, () => lagMs);
});

afterEach(() => void jest.useRealTimers());

/** Returns those of a hundred that were admitted. */
function fill(kind: TrafficKind, bytes = 0): Admitted[] {
  return Array.from({ length: 100 }, () => limit.admit(kind, bytes)).filter((admitted) => admitted !== undefined);
}

describe('requests in flight', () => {
  it('are those reserved for their kind and the shared ones', () => {
    expect(fill('smallWrite')).toHaveLength(32 + 10);
    expect(fill('signIn')).toHaveLength(16);
    expect(fill('largeWrite', 1)).toHaveLength(4);
    expect(fill('read')).toHaveLength(64);
    expect(fill('admin')).toHaveLength(16);
    expect(fill('health')).toHaveLength(100);
  });

  it('free their share when they end', () => {
    const [first] = fill('signIn');
    expect(limit.admit('signIn', 0)).toBeUndefined();
    first?.release();
    expect(limit.admit('signIn', 0)).toBeDefined();
    expect(limit.inFlight.signIn).toBe(26);
  });

  it('are the reserved ones while the event loop is late', () => {
    lagMs = 101;
    expect(fill('smallWrite')).toHaveLength(32);
    expect(fill('health')).toHaveLength(100);
    lagMs = 100;
    expect(fill('smallWrite')).toHaveLength(10);
  });

  it('are the reserved ones for a second after a service was busy with their kind', () => {
    jest.useFakeTimers();
    limit.noteBusy('signIn');
    expect(fill('signIn')).toHaveLength(16);
    jest.advanceTimersByTime(999);
    expect(limit.admit('signIn', 0)).toBeUndefined();
    expect(fill('smallWrite')).toHaveLength(32 + 10);
    limit.inFlight.smallWrite = 0;
    jest.advanceTimersByTime(1);
    expect(fill('signIn')).toHaveLength(10);
  });
});

describe('bodies in flight', () => {
  it('of large writes are bounded together, and leave small ones alone', () => {
    const large = fill('largeWrite', MIB);
    expect(large).toHaveLength(8);
    expect(fill('smallWrite', 60_000)).toHaveLength(32 + 10 - 4);
    large[0]?.release();
    expect(fill('largeWrite', MIB)).toHaveLength(1);
  });

  it('of unknown size count as they come', () => {
    const [first, second] = [limit.admit('largeWrite', 0), limit.admit('largeWrite', 0)];
    expect(first?.addBytes(5 * MIB)).toBe(true);
    expect(second?.addBytes(3 * MIB)).toBe(true);
    expect(second?.addBytes(1)).toBe(false);
    expect(limit.admit('largeWrite', 1)).toBeUndefined();
    first?.release();
    expect(second?.addBytes(5 * MIB)).toBe(true);
  });
});
