import { customPathPattern, limits } from '@haru/contracts';
import { randomBytes } from 'node:crypto';

/** Lowercase letters and digits that nobody mistakes for each other: no 0 and o, no 1, i and l. */
export const pathAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** A path nobody can guess from another: 31^8, about 850 thousand million. */
export function randomPath(): string {
  let path = '';
  while (path.length < limits.randomPathLength) {
    for (const byte of randomBytes(2 * limits.randomPathLength)) {
      // 5 bits choose one of 32; the 32nd is thrown away, so that all letters are equally likely.
      path += pathAlphabet[byte & 31] ?? '';
      if (path.length === limits.randomPathLength) break;
    }
  }
  return path;
}

/** Whether a site can have this path at all. What cannot is answered without asking the database. */
export function canBePath(path: string): boolean {
  return customPathPattern.test(path);
}
