import { customPathPattern } from '@haru/contracts';
import { describe, expect, it } from '@jest/globals';
import { canBePath, pathAlphabet, randomPath } from './site-path.js';

describe('randomPath', () => {
  const paths = Array.from({ length: 20_000 }, randomPath);

  it('has 8 characters of the alphabet, and could be chosen by a person', () => {
    const isGood = (path: string) =>
      path.length === 8 &&
      Array.from(path).every((letter) => pathAlphabet.includes(letter)) &&
      customPathPattern.test(path);
    expect(paths.filter((path) => !isGood(path))).toEqual([]);
  });

  it('uses every character equally often', () => {
    const expected = (paths.length * 8) / pathAlphabet.length;
    for (const letter of pathAlphabet) {
      const count = paths.reduce((sum, path) => sum + path.split(letter).length - 1, 0);
      expect(Math.abs(count - expected) / expected).toBeLessThan(0.1);
    }
  });

  // Two of all 20,000 are the same once in 4,000 runs.
  it('does not repeat itself', () => expect(new Set(paths.slice(0, 1_000)).size).toBe(1_000));
  it('has no characters that look alike', () => expect(pathAlphabet).not.toMatch(/[01ilo]/));
});

describe('canBePath', () => {
  it.each(['abc', 'a-b', '123', 'x'.repeat(20)])('takes %s', (path) => expect(canBePath(path)).toBe(true));
  it.each(['', 'ab', 'ABC', 'a/b', 'a b', 'a%20b', 'あいう', 'x'.repeat(21), 'abc\n', '../etc', 'a.b'])(
    'refuses %j',
    (path) => expect(canBePath(path)).toBe(false),
  );
});
