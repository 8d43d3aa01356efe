import { describe, expect, it } from '@jest/globals';
import { lockedUntil, withFailure } from './factor-failures.js';

const MINUTE_MS = 60_000;
const at = (minutes: number) => new Date(minutes * MINUTE_MS);
const untouched = { failures: 0, failuresSince: null };

/** Guesses whenever guesses are allowed. @returns how many guesses there were after each lockout, by its minute */
function guessFor(minutes: number): [minute: number, guesses: number][] {
  let factor: Parameters<typeof withFailure>[0] = untouched;
  const openings = new Map<number, number>();
  for (let minute = 0; minute < minutes; minute += 1) {
    while (lockedUntil(factor, at(minute)) === undefined) {
      factor = withFailure(factor, at(minute));
      openings.set(minute, (openings.get(minute) ?? 0) + 1);
    }
  }
  return [...openings];
}

describe('wrong codes of a factor', () => {
  it('lock for growing times after every ten, 40 a day', () => {
    expect(guessFor(2 * 24 * 60)).toEqual([
      [0, 10],
      [15, 10],
      [60, 10],
      [480, 10],
      [1440, 10],
      [1455, 10],
      [1500, 10],
      [1920, 10],
    ]);
  });

  it('say when the next code is allowed', () => {
    expect(lockedUntil({ failures: 9, failuresSince: at(0) }, at(1))).toBeUndefined();
    expect(lockedUntil({ failures: 10, failuresSince: at(0) }, at(1))).toEqual(at(15));
    expect(lockedUntil({ failures: 10, failuresSince: at(0) }, at(15))).toBeUndefined();
    expect(lockedUntil({ failures: 20, failuresSince: at(0) }, at(59))).toEqual(at(60));
    expect(lockedUntil({ failures: 40, failuresSince: at(0) }, at(500))).toEqual(at(1440));
  });

  it('have the same limits for guesses in groups of nine', () => {
    let factor: Parameters<typeof withFailure>[0] = untouched;
    for (let guess = 0; guess < 9; guess += 1) factor = withFailure(factor, at(guess));
    factor = withFailure(factor, at(20));
    expect(factor).toEqual({ failures: 10, failuresSince: at(0) });
  });

  it('are forgotten a day after the first', () => {
    expect(withFailure({ failures: 39, failuresSince: at(0) }, at(1439))).toEqual({
      failures: 40,
      failuresSince: at(0),
    });
    expect(withFailure({ failures: 40, failuresSince: at(0) }, at(1440))).toEqual({
      failures: 1,
      failuresSince: at(1440),
    });
  });
});
