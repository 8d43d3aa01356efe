import { customPathPattern, limits } from '@haru/contracts';
import { randomBytes } from 'node:crypto';

/** The alphabet has no characters that are easily confused: no 0 and o, no 1, i and l. */
export const pathAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** Makes an unguessable path: one of 31^8, about 850 billion. */
export function randomPath(): string {
  let path = '';
  while (path.length < limits.randomPathLength) {
    for (const byte of randomBytes(2 * limits.randomPathLength)) {
      // 5 bits choose one of 32. The 32nd is skipped, so that all characters are equally likely.
      path += pathAlphabet[byte & 31] ?? '';
      if (path.length === limits.randomPathLength) break;
    }
  }
  return path;
}

/** Whether the path is well-formed. Others are answered without asking the database. */
export function canBePath(path: string): boolean {
  return customPathPattern.test(path);
}
