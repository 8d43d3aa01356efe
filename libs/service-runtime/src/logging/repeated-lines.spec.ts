import { describe, expect, it } from '@jest/globals';
import { kindOf, RepeatedLines } from './repeated-lines.js';

describe('lines of the log that repeat', () => {
  const flood = (lines: RepeatedLines, count: number, kind = 'Redis is unavailable') =>
    Array.from({ length: count }, () => lines.admit(kind)).filter((leftOut) => leftOut !== undefined);

  it('are written ten times, then once a minute with the number of those left out', () => {
    let now = 0;
    const lines = new RepeatedLines(() => now);
    expect(flood(lines, 1_000)).toEqual(Array(10).fill(0));
    now = 60_000;
    expect(flood(lines, 500)).toEqual([990]);
    now = 120_000;
    expect(flood(lines, 1)).toEqual([499]);
  });

  it('are counted by kind', () => {
    const lines = new RepeatedLines();
    flood(lines, 1_000);
    expect(lines.admit('something else')).toBe(0);
  });

  it('are all written where they are few', () => {
    let now = 0;
    const lines = new RepeatedLines(() => now);
    for (; now < 600_000; now += 10_000) expect(lines.admit('every ten seconds')).toBe(0);
  });

  it('are of one kind by text and error, whatever numbers and ids these name', () => {
    const of = (err: Error, message = 'failed') => kindOf({ err }, message);
    expect(of(new Error('job 17 of 0b8f2a9e-5f0e-4d8c-9c39-0a8a56a5ce2c'))).toBe(
      of(new Error('job 18 of 4e2dd4a1-0a37-44ac-a6e8-ffffffffffff')),
    );
    expect(of(new Error('a'))).not.toBe(of(new Error('b')));
    expect(of(new Error('a'))).not.toBe(of(new Error('a'), 'failed again'));
    expect(kindOf('only text', undefined)).toBe(kindOf('only text', undefined));
  });
});
