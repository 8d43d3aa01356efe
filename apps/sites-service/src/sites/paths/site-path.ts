import { customPathPattern, limits } from '@haru/contracts';
import { randomInt } from 'node:crypto';

/** The alphabet has no characters that are easily confused: no 0 and o, no 1, i and l. */
export const pathAlphabet = '23456789abcdefghjkmnpqrstuvwxyz';

/** Makes an unguessable path: one of 31^8, about 850 billion. */
export function randomPath(): string {
  return Array.from({ length: limits.randomPathLength }, () => pathAlphabet[randomInt(pathAlphabet.length)]).join('');
}

/** Whether the path is well-formed. Others are answered without asking the database. */
export function canBePath(path: string): boolean {
  return customPathPattern.test(path);
}
